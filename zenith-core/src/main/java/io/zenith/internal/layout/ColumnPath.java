package io.zenith.internal.layout;

import org.jspecify.annotations.Nullable;

/// The way from a column to a node inside it. The text is made only when someone asks: a deep or
/// wide schema would make a lot of it.
///
/// @param parent the way to the column or field around this one, if there is one
/// @param name the name of the column or field
public record ColumnPath(@Nullable ColumnPath parent, String name) {

  /// Names with points between them, such as `user.address.city`.
  @Override
  public String toString() {
    return parent == null ? name : parent + "." + name;
  }
}
