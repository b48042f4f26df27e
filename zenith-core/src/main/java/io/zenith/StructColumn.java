package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import java.util.stream.Collectors;

/// Named fields side by side: `struct`.
///
/// A null struct says nothing about its fields: ask [#isNull] of the struct as well.
public final class StructColumn extends Column {

  StructColumn(Range range, Node node) {
    super(range, node);
  }

  /// The values of a field, row by row.
  ///
  /// @throws IllegalArgumentException if there is no field of that name
  public Column column(String name) {
    range.check();
    for (Node child : node.children) {
      if (child.field.name().equals(name)) {
        return Column.of(range, child);
      }
    }
    throw new IllegalArgumentException(
        ErrorText.printable(
            "no field '"
                + name
                + "' in struct '"
                + node.field.name()
                + "'; fields: "
                + node.children.stream()
                    .map(child -> child.field.toString())
                    .collect(Collectors.joining(", "))));
  }

  /// The values of the field at a place.
  public Column column(int index) {
    range.check();
    return Column.of(range, node.children.get(index));
  }
}
