package io.zenith.internal.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// Makes columns that have one value in all rows, such as one that the name of a folder says.
public final class RepeatedNodes {
  private RepeatedNodes() {}

  /// A column of `count` rows.
  ///
  /// @param value a node of one row, which is no null: a whole number of 64 bits, or text
  public static Node of(Node value, long count, SegmentAllocator memory) {
    Buffers buffers =
        value.kind == Kind.UTF8 ? text(value, count, memory) : numbers(value, count, memory);
    return value.like(count, buffers, List.of(), null);
  }

  private static Buffers numbers(Node value, long count, SegmentAllocator memory) {
    MemorySegment numbers = memory.allocate(count << 3, 64);
    for (long i = 0; i < count; i++) {
      numbers.set(Layouts.LONG, i << 3, value.integer(0));
    }
    return Buffers.of(MemorySegment.NULL, numbers);
  }

  private static Buffers text(Node value, long count, SegmentAllocator memory) {
    long size = value.values.byteSize();
    NewOffsets offsets = new NewOffsets(value, count, count + 1, memory);
    for (long i = 0; i <= count; i++) {
      offsets.set(i, i * size);
    }
    MemorySegment bytes = memory.allocate(count * size, 64);
    for (long i = 0; i < count; i++) {
      MemorySegment.copy(value.values, 0, bytes, i * size, size);
    }
    return Buffers.of(MemorySegment.NULL, offsets.segment(), bytes);
  }
}
