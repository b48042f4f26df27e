package io.zenith;

import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Nulls;
import io.zenith.internal.layout.Range;
import io.zenith.internal.storage.Fault;
import java.lang.foreign.MemorySegment;

/// 16-bit integers: `int16` and `uint16`.
public final class ShortColumn extends Column {

  ShortColumn(Range range, Node node) {
    super(range, node);
  }

  /// The value at a row: -32768 to 32767 for `int16`, 0 to 65535 for `uint16`.
  public int get(int row) {
    return node.values.get(Layouts.SHORT, range.at(row) << 1) & node.mask;
  }

  /// Copies all values into an array, as stored bits.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @throws IllegalStateException if a value is null
  public void copyTo(short[] target, int at) {
    requireNoNulls();
    copy(target, at);
  }

  /// Copies all values into an array, as stored bits, with `fill` in the place of nulls.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @param fill what stands for null
  public void copyTo(short[] target, int at, short fill) {
    range.check();
    copy(target, at);
    Nulls.forEach(node, range.start, range.count, row -> target[at + row] = fill);
  }

  /// All values in a new array, as stored bits.
  ///
  /// @throws IllegalStateException if a value is null
  public short[] toArray() {
    short[] values = new short[range.count];
    copyTo(values, 0);
    return values;
  }

  /// The stored values, little-endian, without a copy. It is not checked when the batch is
  /// released: what it shows is then undefined.
  public MemorySegment segment() {
    range.check();
    return node.values.asSlice(range.start << 1, (long) range.count << 1);
  }

  private void copy(short[] target, int at) {
    try {
      MemorySegment.copy(node.values, Layouts.SHORT, range.start << 1, target, at, range.count);
      Fault.settle();
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }
}
