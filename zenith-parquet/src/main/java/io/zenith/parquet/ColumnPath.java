package io.zenith.parquet;

import org.jspecify.annotations.Nullable;

/// Where a node lies in a schema, spelt out only when an error has to name it: names may be long,
/// and are those of all nodes below too.
///
/// @param outer the group that it is in; null at the top
/// @param name its name
record ColumnPath(@Nullable ColumnPath outer, String name) {

  /// The names, with dots between them.
  String dotted() {
    StringBuilder names = new StringBuilder(name);
    for (ColumnPath group = outer; group != null; group = group.outer) {
      names.insert(0, group.name + ".");
    }
    return names.toString();
  }

  @Override
  public String toString() {
    return "column '" + dotted() + "'";
  }
}
