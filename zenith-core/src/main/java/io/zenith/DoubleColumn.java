package io.zenith;

import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Nulls;
import io.zenith.internal.layout.Range;
import io.zenith.internal.storage.Fault;
import java.lang.foreign.MemorySegment;

/// 64-bit floating point: `float64`.
public final class DoubleColumn extends Column {

  DoubleColumn(Range range, Node node) {
    super(range, node);
  }

  /// The value at a row.
  public double get(int row) {
    return node.values.get(Layouts.DOUBLE, range.at(row) << 3);
  }

  /// Copies all values into an array.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @throws IllegalStateException if a value is null
  public void copyTo(double[] target, int at) {
    requireNoNulls();
    copy(target, at);
  }

  /// Copies all values into an array, with `fill` in the place of nulls.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @param fill what stands for null
  public void copyTo(double[] target, int at, double fill) {
    range.check();
    copy(target, at);
    Nulls.forEach(node, range.start, range.count, row -> target[at + row] = fill);
  }

  /// All values in a new array.
  ///
  /// @throws IllegalStateException if a value is null
  public double[] toArray() {
    double[] values = new double[range.count];
    copyTo(values, 0);
    return values;
  }

  /// The stored values, little-endian, without a copy. It is not checked when the batch is
  /// released: what it shows is then undefined.
  public MemorySegment segment() {
    range.check();
    return node.values.asSlice(range.start << 3, (long) range.count << 3);
  }

  private void copy(double[] target, int at) {
    try {
      MemorySegment.copy(node.values, Layouts.DOUBLE, range.start << 3, target, at, range.count);
      Fault.settle();
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }
}
