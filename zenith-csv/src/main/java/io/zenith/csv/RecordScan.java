package io.zenith.csv;

/// Counts the records of a text from beginning to end, a part after the other. A record is counted
/// at the byte that ends its line.
final class RecordScan {
  private static final long FEEDS = Words.repeat(Dialect.LINE_FEED);
  private static final long RETURNS = Words.repeat(Dialect.RETURN);

  private final Dialect dialect;
  private final Block block;
  private final long quotes;

  /// How many fields a record has to have to count; 0 if any number will do.
  private final int fields;

  private int state;
  private int delimiters;
  private long records;
  private long strays;

  RecordScan(Dialect dialect, int state, int fields) {
    this.dialect = dialect;
    this.fields = fields;
    this.block = new Block(dialect);
    this.quotes =
        Words.repeat(dialect.quote() == Dialect.NONE ? Dialect.RETURN : (byte) dialect.quote());
    this.state = state;
  }

  /// The state behind what was scanned.
  int state() {
    return state;
  }

  /// How many records have ended.
  long records() {
    return records;
  }

  /// In how many blocks quotes were where they should not be.
  long strays() {
    return strays;
  }

  /// Goes on.
  void scan(byte[] text, int from, int to) {
    int end = scan(text, from, to, Long.MAX_VALUE);
    assert end == to;
  }

  /// Goes on until so many records have ended.
  ///
  /// @return the place behind the line end of the last of them, or `to`
  int scan(byte[] text, int from, int to, long enough) {
    int at = from;
    while (at < to && records < enough) {
      int length = Math.min(Block.BYTES, to - at);
      int stateBefore = state;
      long recordsBefore = records;
      if (fields > 0 || !(isPlain(text, at, length) || isRegular(text, at, length))) {
        strays++;
        at = byByte(text, at, at + length, enough);
      } else if (records >= enough) {
        state = stateBefore;
        records = recordsBefore;
        at = byByte(text, at, at + length, enough);
      } else {
        at += length;
      }
    }
    return at;
  }

  /// Counts the records of a whole block that has no quotes and no returns, as most.
  private boolean isPlain(byte[] text, int from, int length) {
    if (length < Block.BYTES || dialect.comment() != Dialect.NONE) {
      return false;
    }
    long rare = 0;
    int found = 0;
    long ended = state == RecordState.START ? 0x80 : 0;
    for (int i = 0; i < Block.BYTES; i += Long.BYTES) {
      long word = Words.at(text, from + i);
      rare |= Words.anyEqual(word, quotes) | Words.anyEqual(word, RETURNS);
      long feeds = Words.equal(word, FEEDS);
      // A line end behind another one is that of a blank line.
      found += Long.bitCount(feeds & ~((feeds << Byte.SIZE) | ended));
      ended = feeds >>> (Long.SIZE - Byte.SIZE);
    }
    if (rare != 0 || state == RecordState.CLOSED) {
      return false;
    }
    if (state != RecordState.QUOTED) {
      records += found;
      state = block.after(text[from + Block.BYTES - 1]);
    }
    return true;
  }

  private boolean isRegular(byte[] text, int from, int length) {
    if (!block.read(text, from, length, state)) {
      return false;
    }
    long ends = block.lineFeeds() | block.returns();
    records += Long.bitCount(ends & ~((ends << 1) | (state == RecordState.START ? 1 : 0)));
    state = block.state();
    return true;
  }

  private int byByte(byte[] text, int from, int to, long enough) {
    int at = from;
    while (at < to && records < enough) {
      next(text[at++]);
    }
    return at;
  }

  private void next(byte value) {
    boolean endsLine = Dialect.endsLine(value);
    boolean isQuote = dialect.quote() != Dialect.NONE && value == (byte) dialect.quote();
    switch (state) {
      case RecordState.QUOTED -> state = isQuote ? RecordState.CLOSED : RecordState.QUOTED;
      case RecordState.COMMENT -> state = endsLine ? RecordState.START : RecordState.COMMENT;
      default -> {
        if (endsLine) {
          records += isWhole() ? 1 : 0;
          delimiters = 0;
          state = RecordState.START;
        } else if (isQuote && state != RecordState.TEXT) {
          state = RecordState.QUOTED;
        } else if (value == dialect.delimiter()) {
          delimiters++;
          state = RecordState.FIELD;
        } else if (state == RecordState.START && isComment(value)) {
          state = RecordState.COMMENT;
        } else {
          state = RecordState.TEXT;
        }
      }
    }
  }

  /// Whether the record that has been begun, if one has, counts if it ends here.
  boolean isWhole() {
    return state != RecordState.START
        && state != RecordState.COMMENT
        && (fields == 0 || delimiters + 1 == fields);
  }

  private boolean isComment(byte value) {
    return dialect.comment() != Dialect.NONE && value == (byte) dialect.comment();
  }
}
