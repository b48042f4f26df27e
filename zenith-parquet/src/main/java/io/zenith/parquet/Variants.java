package io.zenith.parquet;

import java.util.Locale;

/// How columns are delivered that the file calls `VARIANT`: values of which each has a type of its
/// own, and of which writers may put parts into columns of these types (shredding).
public enum Variants {
  /// As they are stored: structs of `metadata`, `value` and, where there are such parts,
  /// `typed_value`. Files that are shredded in other ways have other types.
  PHYSICAL,

  /// Put together from their parts: structs of `metadata` and `value`, both binary and never null,
  /// in the encoding of Parquet, whatever the file is like inside. They are checked as far as is
  /// needed to find the end of each part; that text is UTF-8 is not.
  ASSEMBLED;

  /// The name in lower case.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
