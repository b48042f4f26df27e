package io.zenith.parquet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// Whole numbers of 32 bits that tell where values are.
final class Offsets {
  private Offsets() {}

  /// The same numbers in 64 bits.
  static MemorySegment widen(MemorySegment offsets, long count, SegmentAllocator memory) {
    MemorySegment wide = memory.allocate(count * Long.BYTES, Long.BYTES);
    for (long i = 0; i < count; i++) {
      wide.set(Numbers.LONG, i << 3, offsets.get(Numbers.INT, i << 2));
    }
    return wide;
  }

  /// How long each value is.
  static MemorySegment sizes(MemorySegment offsets, long count, SegmentAllocator memory) {
    MemorySegment sizes = memory.allocate(count * Integer.BYTES, Long.BYTES);
    for (long i = 0; i < count; i++) {
      sizes.set(Numbers.INT, i << 2, size(offsets, i));
    }
    return sizes;
  }

  /// How long a value is.
  static int size(MemorySegment offsets, long place) {
    return offsets.get(Numbers.INT, (place + 1) << 2) - offsets.get(Numbers.INT, place << 2);
  }
}
