package io.zenith.arrow;

import java.lang.foreign.MemorySegment;

/// Brings values together that are to lie side by side.
final class Gather {
  private Gather() {}

  /// Values of a fixed number of bytes: a slice of their buffer if they lie side by side, else a
  /// copy.
  static MemorySegment fixed(MemorySegment values, long width, Spans rows, WriterMemory memory) {
    if (rows.count() == 0 || width == 0) {
      return MemorySegment.NULL;
    }
    if (rows.list().size() == 1) {
      Span bytes = rows.list().getFirst().times(width);
      return values.asSlice(bytes.from(), bytes.count());
    }
    MemorySegment target = memory.allocate(Math.multiplyExact(rows.count(), width));
    long at = 0;
    for (Span span : rows.list()) {
      Span bytes = span.times(width);
      MemorySegment.copy(values, bytes.from(), target, at, bytes.count());
      at += bytes.count();
    }
    return target;
  }

  /// Whether so few of some values are used that it is worth to leave out the others.
  static boolean isSparse(long used, long all) {
    return used < all / 2;
  }
}
