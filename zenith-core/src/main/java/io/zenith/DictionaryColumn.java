package io.zenith;

import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.internal.storage.Fault;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Values that are stored once and referred to by index: `dictionary`.
public final class DictionaryColumn extends Column {

  DictionaryColumn(Range range, Node node) {
    super(range, node);
  }

  /// The place in [#dictionary()] of the value at a row.
  ///
  /// @throws ArithmeticException if it does not fit, which can happen only where the row is null
  public int get(int row) {
    return Math.toIntExact(node.integer(range.at(row)));
  }

  /// Copies the places of all values into an array.
  ///
  /// @param target the array
  /// @param at where to put the first
  /// @throws IllegalStateException if a value is null
  public void copyTo(int[] target, int at) {
    requireNoNulls();
    copy(target, at, 0);
  }

  /// Copies the places of all values into an array, with `fill` in the place of nulls.
  ///
  /// @param target the array
  /// @param at where to put the first
  /// @param fill what stands for null
  public void copyTo(int[] target, int at, int fill) {
    range.check();
    copy(target, at, fill);
  }

  /// The places of all values in a new array.
  ///
  /// @throws IllegalStateException if a value is null
  public int[] toArray() {
    int[] places = new int[range.count];
    copyTo(places, 0);
    return places;
  }

  /// The stored indices, little-endian, without a copy, each of a whole number of bytes. It is not
  /// checked when the batch is released: what it shows is then undefined.
  public MemorySegment segment() {
    range.check();
    return node.values.asSlice(range.start * node.width, (long) range.count * node.width);
  }

  private void copy(int[] target, int at, int fill) {
    Objects.checkFromIndexSize(at, range.count, target.length);
    try {
      for (int row = 0; row < range.count; row++) {
        long place = range.start + row;
        target[at + row] = node.isNull(place) ? fill : (int) node.integer(place);
      }
      Fault.settle();
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }

  /// The values. The next batch may have another dictionary: indices mean something in this batch
  /// only.
  ///
  /// @throws ArithmeticException if they are 2^31 or more
  public Column dictionary() {
    range.check();
    Node values = Objects.requireNonNull(node.dictionary);
    return Column.of(range.with(0, Math.toIntExact(values.length)), values);
  }
}
