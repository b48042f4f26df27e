package io.zenith;

import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Nulls;
import io.zenith.internal.layout.Range;
import io.zenith.internal.storage.Fault;
import java.lang.foreign.MemorySegment;

/// 32-bit values: `int32`, `uint32`, `date32` (days since 1970-01-01), `time32`.
public final class IntColumn extends Column {

  IntColumn(Range range, Node node) {
    super(range, node);
  }

  /// The value at a row, as stored bits: [#getLong] widens `uint32` rightly.
  public int get(int row) {
    return node.int32(node.values, range.at(row) << 2);
  }

  /// The value at a row: 0 to 4294967295 for `uint32`, else as [#get].
  public long getLong(int row) {
    return get(row) & node.longMask;
  }

  /// Copies all values into an array, as stored bits.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @throws IllegalStateException if a value is null
  public void copyTo(int[] target, int at) {
    requireNoNulls();
    copy(target, at);
  }

  /// Copies all values into an array, as stored bits, with `fill` in the place of nulls.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @param fill what stands for null
  public void copyTo(int[] target, int at, int fill) {
    range.check();
    copy(target, at);
    Nulls.forEach(node, range.start, range.count, row -> target[at + row] = fill);
  }

  /// All values in a new array, as stored bits.
  ///
  /// @throws IllegalStateException if a value is null
  public int[] toArray() {
    int[] values = new int[range.count];
    copyTo(values, 0);
    return values;
  }

  /// The stored values, little-endian, without a copy. It is not checked when the batch is
  /// released: what it shows is then undefined.
  public MemorySegment segment() {
    range.check();
    return node.values.asSlice(range.start << 2, (long) range.count << 2);
  }

  private void copy(int[] target, int at) {
    try {
      MemorySegment.copy(node.values, Layouts.INT, range.start << 2, target, at, range.count);
      Fault.settle();
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }
}
