package io.zenith.arrow.schema;

import org.jspecify.annotations.Nullable;

/// The place of a field in a schema, for messages: the names from the outermost field on.
///
/// @param parent the path of the field that this one is inside of
/// @param name the name of the field
@SuppressWarnings("exports") // an annotation, which callers may lack
public record ColumnPath(@Nullable ColumnPath parent, String name) {

  private String names() {
    return parent == null ? name : parent.names() + "." + name;
  }

  @Override
  public String toString() {
    return "column '" + names() + "'";
  }
}
