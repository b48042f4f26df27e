package io.zenith.parquet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// Views of text: its length, and the text itself if it is short, else how it begins and where it
/// is.
///
/// The source: Apache Arrow, "Variable-size Binary View Layout".
final class Views {
  /// Bytes of a view.
  static final int BYTES = 16;

  /// So many bytes lie in the view itself.
  static final int MOST_INLINE = 12;

  private Views() {}

  /// Views of values in one buffer.
  static MemorySegment of(
      MemorySegment offsets, MemorySegment bytes, int count, SegmentAllocator memory) {
    MemorySegment views = memory.allocate((long) count * BYTES, Long.BYTES);
    views.fill((byte) 0);
    for (long i = 0; i < count; i++) {
      int from = offsets.get(Numbers.INT, i << 2);
      int length = Offsets.size(offsets, i);
      long view = i * BYTES;
      views.set(Numbers.INT, view, length);
      if (length <= MOST_INLINE) {
        MemorySegment.copy(bytes, from, views, view + Integer.BYTES, length);
      } else {
        views.set(Numbers.INT, view + 4, bytes.get(Numbers.INT, from));
        views.set(Numbers.INT, view + 12, from);
      }
    }
    return views;
  }
}
