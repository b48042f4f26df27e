package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// Memory for what nobody knows the size of before it is read: how many values lists have.
final class Growth {
  private Growth() {}

  /// The same memory if it is large enough, else a larger copy.
  ///
  /// @param needed bytes
  /// @param used how many of the first bytes are kept
  static MemorySegment to(long needed, MemorySegment old, long used, SegmentAllocator memory) {
    if (needed <= old.byteSize()) {
      return old;
    }
    MemorySegment larger =
        memory.allocate(Math.max(needed, old.byteSize() + old.byteSize() / 2), Long.BYTES);
    MemorySegment.copy(old, 0, larger, 0, used);
    return larger;
  }

  /// Memory of which nobody knows how much it is before a column is read, so that it is there that
  /// it may not suffice.
  static MemorySegment allocate(long bytes, SegmentAllocator memory, Place place) {
    try {
      return memory.allocate(bytes, 1);
    } catch (IllegalStateException e) {
      throw new IllegalStateException(place + ": " + e.getMessage(), e);
    }
  }
}
