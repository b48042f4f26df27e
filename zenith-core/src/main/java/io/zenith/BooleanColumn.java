package io.zenith;

import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Nulls;
import io.zenith.internal.layout.Range;
import io.zenith.internal.storage.Fault;
import java.lang.foreign.MemorySegment;

/// Truth values: `bool`, one bit each.
public final class BooleanColumn extends Column {

  BooleanColumn(Range range, Node node) {
    super(range, node);
  }

  /// The value at a row.
  public boolean get(int row) {
    return node.bit(range.at(row));
  }

  /// Copies all values into an array.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @throws IllegalStateException if a value is null
  public void copyTo(boolean[] target, int at) {
    requireNoNulls();
    copy(target, at);
  }

  /// Copies all values into an array, with `fill` in the place of nulls.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @param fill what stands for null
  public void copyTo(boolean[] target, int at, boolean fill) {
    range.check();
    copy(target, at);
    Nulls.forEach(node, range.start, range.count, row -> target[at + row] = fill);
  }

  /// All values in a new array.
  ///
  /// @throws IllegalStateException if a value is null
  public boolean[] toArray() {
    boolean[] values = new boolean[range.count];
    copyTo(values, 0);
    return values;
  }

  /// The bytes that hold the bits, least significant bit first, without a copy: the value of row 0
  /// is bit [#bitOffset()] of the first byte. It is not checked when the batch is released.
  public MemorySegment segment() {
    range.check();
    long first = range.start >> 3;
    long end = (range.start + range.count + 7) >> 3;
    return node.values.asSlice(first, end - first);
  }

  /// Where the value of row 0 stands in the first byte of [#segment()]: 0 to 7.
  public int bitOffset() {
    return (int) (range.start & 7);
  }

  private void copy(boolean[] target, int at) {
    try {
      for (int row = 0; row < range.count; row++) {
        target[at + row] = get(row);
      }
      Fault.settle();
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }
}
