package io.zenith;

import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Nulls;
import io.zenith.internal.layout.Range;
import io.zenith.internal.storage.Fault;
import java.lang.foreign.MemorySegment;

/// 64-bit values: `int64`, `uint64`, `date64` (milliseconds), `time64`, `timestamp`, `duration`.
public final class LongColumn extends Column {

  LongColumn(Range range, Node node) {
    super(range, node);
  }

  /// The value at a row, as stored bits: above 2^63-1 a `uint64` is negative (see
  /// [Long#toUnsignedString(long)]).
  public long get(int row) {
    return node.values.get(Layouts.LONG, range.at(row) << 3);
  }

  /// Copies all values into an array.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @throws IllegalStateException if a value is null
  public void copyTo(long[] target, int at) {
    requireNoNulls();
    copy(target, at);
  }

  /// Copies all values into an array, with `fill` in the place of nulls.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @param fill what stands for null
  public void copyTo(long[] target, int at, long fill) {
    range.check();
    copy(target, at);
    Nulls.forEach(node, range.start, range.count, row -> target[at + row] = fill);
  }

  /// All values in a new array.
  ///
  /// @throws IllegalStateException if a value is null
  public long[] toArray() {
    long[] values = new long[range.count];
    copyTo(values, 0);
    return values;
  }

  /// The stored values, little-endian, without a copy. It is not checked when the batch is
  /// released: what it shows is then undefined.
  public MemorySegment segment() {
    range.check();
    return node.values.asSlice(range.start << 3, (long) range.count << 3);
  }

  private void copy(long[] target, int at) {
    try {
      MemorySegment.copy(node.values, Layouts.LONG, range.start << 3, target, at, range.count);
      Fault.settle();
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }
}
