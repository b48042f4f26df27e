package io.zenith.internal.rows;

import io.zenith.internal.layout.Layouts;
import java.lang.foreign.MemorySegment;

/// The hot loops that copy values of fixed width, and the bytes of others, out of one segment into
/// another. One loop a width: a width that the compiler does not know makes a call of each copy.
final class GatherValues {
  private GatherValues() {}

  /// Copies the values of ranges from `start` to `end`.
  static void copy(
      MemorySegment values,
      MemorySegment target,
      int width,
      GatherRanges ranges,
      int start,
      int end) {
    if (!ranges.single) {
      ranges(values, target, width, ranges, start, end);
      return;
    }
    switch (width) {
      case 1 -> bytes(values, target, ranges.from, ranges.to, start, end);
      case 2 -> shorts(values, target, ranges.from, ranges.to, start, end);
      case 4 -> ints(values, target, ranges.from, ranges.to, start, end);
      case 8 -> longs(values, target, ranges.from, ranges.to, start, end);
      default -> ranges(values, target, width, ranges, start, end);
    }
  }

  private static void bytes(
      MemorySegment values, MemorySegment target, long[] from, long[] to, int start, int end) {
    for (int i = start; i < end; i++) {
      target.set(Layouts.BYTE, to[i], values.get(Layouts.BYTE, from[i]));
    }
  }

  private static void shorts(
      MemorySegment values, MemorySegment target, long[] from, long[] to, int start, int end) {
    for (int i = start; i < end; i++) {
      target.set(Layouts.SHORT, to[i] << 1, values.get(Layouts.SHORT, from[i] << 1));
    }
  }

  private static void ints(
      MemorySegment values, MemorySegment target, long[] from, long[] to, int start, int end) {
    for (int i = start; i < end; i++) {
      target.set(Layouts.INT, to[i] << 2, values.get(Layouts.INT, from[i] << 2));
    }
  }

  private static void longs(
      MemorySegment values, MemorySegment target, long[] from, long[] to, int start, int end) {
    for (int i = start; i < end; i++) {
      target.set(Layouts.LONG, to[i] << 3, values.get(Layouts.LONG, from[i] << 3));
    }
  }

  private static void ranges(
      MemorySegment values,
      MemorySegment target,
      long width,
      GatherRanges ranges,
      int start,
      int end) {
    for (int i = start; i < end; i++) {
      long bytes = ranges.size[i] * width;
      MemorySegment.copy(values, ranges.from[i] * width, target, ranges.to[i] * width, bytes);
    }
  }
}
