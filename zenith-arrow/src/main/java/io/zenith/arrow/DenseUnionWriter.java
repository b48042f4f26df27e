package io.zenith.arrow;

import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Works out which values of its children some rows of a dense union use.
///
/// Of each child the values from the first to the last that is used are written as they are, or,
/// where few of them are used or they are not in order, those of the rows one by one.
final class DenseUnionWriter {
  private static final int IDS = 128;

  private final WriterMemory memory;
  private final int[] children = new int[IDS];
  private final Spans[] values;
  private final long[] first;
  private final long[] last;
  private final long[] used;
  private final boolean[] ordered;

  DenseUnionWriter(DataType.Union type, WriterMemory memory) {
    this.memory = memory;
    int count = type.fields().size();
    for (int i = 0; i < count; i++) {
      children[type.typeIds().get(i)] = i;
    }
    values = new Spans[count];
    Arrays.setAll(values, _ -> new Spans());
    first = new long[count];
    last = new long[count];
    used = new long[count];
    ordered = new boolean[count];
    Arrays.fill(ordered, true);
  }

  /// The values of a child, in the order of the new offsets.
  Spans values(int child) {
    return values[child];
  }

  /// The offsets into the values to be written.
  ///
  /// @param ids the type ids of the rows, outside of a mapping
  /// @param offsets those of all rows
  MemorySegment offsets(MemorySegment ids, MemorySegment offsets, Spans rows) {
    MemorySegment old = memory.local(Gather.fixed(offsets, Integer.BYTES, rows, memory));
    measure(ids, old, rows.count());
    for (int child = 0; child < values.length; child++) {
      boolean each =
          !ordered[child] || Gather.isSparse(used[child], last[child] - first[child] + 1);
      ordered[child] = !each;
      if (!each && used[child] > 0) {
        values[child].add(first[child], last[child] - first[child] + 1);
      }
    }
    MemorySegment result = memory.allocate(rows.count() * Integer.BYTES);
    for (long i = 0; i < rows.count(); i++) {
      int child = children[ids.get(Numbers.BYTE, i)];
      long offset = Numbers.get(old, Integer.BYTES, i);
      long place = offset - first[child];
      if (!ordered[child]) {
        place = values[child].count();
        values[child].add(offset, 1);
      }
      Numbers.set(result, Integer.BYTES, i, place);
    }
    return result;
  }

  private void measure(MemorySegment ids, MemorySegment offsets, long rows) {
    for (long i = 0; i < rows; i++) {
      int child = children[ids.get(Numbers.BYTE, i)];
      long offset = Numbers.get(offsets, Integer.BYTES, i);
      if (used[child] == 0) {
        first[child] = offset;
      }
      ordered[child] &= used[child] == 0 || offset >= last[child];
      last[child] = offset;
      used[child]++;
    }
  }
}
