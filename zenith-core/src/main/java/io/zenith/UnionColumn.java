package io.zenith;

import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.internal.layout.Unions;

/// Values of several types, each row of one of them: `sparse_union`, `dense_union`.
///
/// A row is null where its value is.
public final class UnionColumn extends Column {

  UnionColumn(Range range, Node node) {
    super(range, node);
  }

  /// The type id of a row, by which its type names the fields.
  public int typeId(int row) {
    return Unions.typeId(node, range.at(row));
  }

  /// The value at a row, as a column of one row that has the type of its field.
  public Column get(int row) {
    long place = range.at(row);
    return Column.of(range.with(Unions.place(node, place), 1), Unions.child(node, place));
  }
}
