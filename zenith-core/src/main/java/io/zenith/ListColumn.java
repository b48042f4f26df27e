package io.zenith;

/// Lists of any length: `list`.
public final class ListColumn extends Column {

  ListColumn(Range range, Node node) {
    super(range, node);
  }

  /// The elements of the list at a row, as a column. Undefined, but readable, where it is null.
  public Column get(int row) {
    return elements(range.at(row), 1);
  }

  /// How many elements the list at a row has.
  public int length(int row) {
    long place = range.at(row);
    return node.offset(place + 1) - node.offset(place);
  }

  /// The elements of all lists, one list after the other.
  public Column elements() {
    range.check();
    return elements(range.start, range.count);
  }

  private Column elements(long place, int count) {
    int from = node.offset(place);
    return Column.of(range.with(from, node.offset(place + count) - from), node.children.getFirst());
  }
}
