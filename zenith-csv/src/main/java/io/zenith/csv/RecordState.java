package io.zenith.csv;

/// Where in a record the next byte is. What a byte means depends on that alone.
///
/// Plain numbers: they are kept for each part of a file, and looked up by bytes.
final class RecordState {
  /// Before the first byte of a record; a line end here is that of a blank line.
  static final int START = 0;

  /// Before the first byte of another field.
  static final int FIELD = 1;

  /// In a field without quotes, or behind the quoted part of one. Quotes are text here.
  static final int TEXT = 2;

  /// Between quotes.
  static final int QUOTED = 3;

  /// Behind a quote that ends the quoted part, or is the first one of two.
  static final int CLOSED = 4;

  /// In a line that is no record.
  static final int COMMENT = 5;

  private RecordState() {}
}
