package io.zenith.csv;

/// Which bytes mean what.
///
/// @param delimiter between the fields of a record
/// @param quote around fields that hold delimiters, line ends or quotes; [#NONE] if all quotes are
///   text
/// @param comment begins a line that is no record; [#NONE] if there are none
record Dialect(byte delimiter, int quote, int comment) {
  /// No byte.
  static final int NONE = -1;

  static final byte LINE_FEED = '\n';
  static final byte RETURN = '\r';
  static final ByteValue LINE_FEEDS = ByteValue.of(LINE_FEED);
  static final ByteValue RETURNS = ByteValue.of(RETURN);

  /// @throws IllegalArgumentException if a byte means two things
  Dialect {
    if (delimiter == quote || delimiter == comment || (quote == comment && quote != NONE)) {
      throw new IllegalArgumentException("delimiter, quote and comment have to differ");
    }
  }

  /// Whether there are quotes or returns in some blocks, as in few.
  boolean isRareIn(byte[] text, int from, int blocks) {
    ByteValue quotes = ByteValue.of(quote == NONE ? RETURN : (byte) quote);
    return ByteValue.areIn(quotes, RETURNS, text, from, blocks);
  }

  static boolean endsLine(byte value) {
    return value == LINE_FEED || value == RETURN;
  }

  /// The state behind a byte that is not between quotes, where quotes are as they should be.
  int behind(byte value) {
    if (endsLine(value)) {
      return RecordState.START;
    }
    if (value == delimiter) {
      return RecordState.FIELD;
    }
    return quote != NONE && value == (byte) quote ? RecordState.CLOSED : RecordState.TEXT;
  }
}
