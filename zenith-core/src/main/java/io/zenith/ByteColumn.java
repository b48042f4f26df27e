package io.zenith;

import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Nulls;
import io.zenith.internal.layout.Range;
import io.zenith.internal.storage.Fault;
import java.lang.foreign.MemorySegment;

/// 8-bit integers: `int8` and `uint8`.
public final class ByteColumn extends Column {

  ByteColumn(Range range, Node node) {
    super(range, node);
  }

  /// The value at a row: -128 to 127 for `int8`, 0 to 255 for `uint8`.
  public int get(int row) {
    return node.values.get(Layouts.BYTE, range.at(row)) & node.mask;
  }

  /// Copies all values into an array, as stored bits.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @throws IllegalStateException if a value is null
  public void copyTo(byte[] target, int at) {
    requireNoNulls();
    copy(target, at);
  }

  /// Copies all values into an array, as stored bits, with `fill` in the place of nulls.
  ///
  /// @param target the array
  /// @param at where to put the first value
  /// @param fill what stands for null
  public void copyTo(byte[] target, int at, byte fill) {
    range.check();
    copy(target, at);
    Nulls.forEach(node, range.start, range.count, row -> target[at + row] = fill);
  }

  /// All values in a new array, as stored bits.
  ///
  /// @throws IllegalStateException if a value is null
  public byte[] toArray() {
    byte[] values = new byte[range.count];
    copyTo(values, 0);
    return values;
  }

  /// The stored values, little-endian, without a copy. It is not checked when the batch is
  /// released: what it shows is then undefined.
  public MemorySegment segment() {
    range.check();
    return node.values.asSlice(range.start, range.count);
  }

  private void copy(byte[] target, int at) {
    try {
      MemorySegment.copy(node.values, Layouts.BYTE, range.start, target, at, range.count);
      Fault.settle();
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }
}
