package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;

/// Lists of any length: `list`, `large_list`, `list_view`, `large_list_view`, and `map`, whose
/// elements are structs of a key and a value.
public final class ListColumn extends Column {

  ListColumn(Range range, Node node) {
    super(range, node);
  }

  /// The elements of the list at a row, as a column. Undefined, but readable, where it is null.
  ///
  /// @throws ArithmeticException if they are 2^31 or more
  public Column get(int row) {
    long place = range.at(row);
    return elements(node.offset(place), node.end(place));
  }

  /// How many elements the list at a row has.
  ///
  /// @throws ArithmeticException if they are 2^31 or more
  public int length(int row) {
    long place = range.at(row);
    return Math.toIntExact(node.end(place) - node.offset(place));
  }

  /// The elements of all lists, one list after the other.
  ///
  /// @throws IllegalStateException for list views, whose elements may lie anywhere
  /// @throws ArithmeticException if they are 2^31 or more
  public Column elements() {
    range.check();
    if (node.scattered) {
      throw new IllegalStateException(
          ErrorText.printable(
              "the lists of '"
                  + node.field.name()
                  + "' "
                  + node.field.type()
                  + " do not lie one after the other: read them one by one"));
    }
    return elements(node.offset(range.start), node.offset(range.start + range.count));
  }

  private Column elements(long from, long end) {
    return Column.of(range.with(from, Math.toIntExact(end - from)), node.children.getFirst());
  }
}
