package io.zenith;

import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.schema.DataType;

/// Lists of one length: `fixed_size_list`. [Batch#tensor] gives all of them as one tensor.
public final class FixedSizeListColumn extends Column {

  FixedSizeListColumn(Range range, Node node) {
    super(range, node);
  }

  /// The elements of the list at a row, as a column. Undefined, but readable, where it is null.
  public Column get(int row) {
    return elements(range.at(row), 1);
  }

  /// Elements a list.
  public int length() {
    return ((DataType.FixedSizeList) node.field.type()).size();
  }

  /// The elements of all lists, one list after the other.
  ///
  /// @throws ArithmeticException if they are more than 2^31 - 1
  public Column elements() {
    range.check();
    return elements(range.start, range.count);
  }

  private Column elements(long place, int count) {
    return Column.of(
        range.with(place * length(), Math.multiplyExact(count, length())),
        node.children.getFirst());
  }
}
