package io.zenith.internal.layout;

import java.lang.foreign.MemorySegment;

/// Reads Arrow's bitmaps 64 bits at a time, from any bit on.
public final class Bits {
  private Bits() {}

  /// The bits from one on, of which those in `wanted` are there; others mean nothing.
  public static long of(Node node, MemorySegment bitmap, long from, long wanted) {
    long at = from >> 3;
    int shift = (int) from & 7;
    int count = Long.SIZE - Long.numberOfLeadingZeros(wanted);
    if (at + Long.BYTES > bitmap.byteSize()) {
      return last(node, bitmap, from, count);
    }
    long bits = bitmap.get(Layouts.LONG, at) >>> shift;
    return shift + count > Long.SIZE
        ? bits | (long) node.int8(bitmap, at + Long.BYTES) << (Long.SIZE - shift)
        : bits;
  }

  /// Near the end of the bitmap.
  private static long last(Node node, MemorySegment bitmap, long from, int count) {
    long bits = 0;
    for (int i = 0; i < count; i++) {
      long at = from + i;
      bits |= (long) (node.int8(bitmap, at >> 3) >> (int) (at & 7) & 1) << i;
    }
    return bits;
  }
}
