package io.zenith.csv;

/// What becomes of records with another number of fields than there are columns.
public enum Ragged {
  /// They are malformed data. The default.
  ERROR,

  /// Fields that are missing at the end are null; too many are malformed data.
  FILL,

  /// They are left out, as if they were not there. The metadata `csv:skipped_records` of the schema
  /// says how many, in all files.
  SKIP
}
