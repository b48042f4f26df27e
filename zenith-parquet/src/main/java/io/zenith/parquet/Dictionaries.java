package io.zenith.parquet;

import java.util.Locale;

/// Which columns of text and bytes are delivered as dictionaries.
///
/// This follows from the schema, never from how a row group is encoded: so it is the same for all
/// files of a dataset that have the same schema.
public enum Dictionaries {
  /// All, with indices of `int32`: no word is copied that nobody reads. Words that a writer has not
  /// put into a dictionary are looked up in a table, unless most are new: then they are copied, so
  /// that a dictionary may have a word twice. Columns of an extension type are left as they are.
  KEEP,

  /// None, not even those that were dictionaries in Arrow.
  DECODE;

  /// The name in lower case.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
