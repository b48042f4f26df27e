package io.zenith.csv;

/// Counts the records of a text from beginning to end, a part after the other. A record is counted
/// at the byte that ends its line.
final class RecordScan {
  private final Dialect dialect;
  private final Blocks blocks;

  /// How many fields a record has to have to count; 0 if any number will do.
  private final int fields;

  private int state;
  private int delimiters;

  /// Whether there is text behind a closing quote: such a record counts, so that it is read and
  /// refused.
  private boolean isStray;

  private long records;
  private long skipped;
  private long strays;

  RecordScan(Dialect dialect, int state, int fields) {
    this.dialect = dialect;
    this.fields = fields;
    this.blocks = new Blocks(dialect);
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

  /// How many records do not count, with one that has been begun.
  long skipped() {
    return skipped + (isBegun() && !isWhole() ? 1 : 0);
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
      // Where the end is near, it is not worth while to look far ahead.
      int most = enough - records > Marks.BLOCK ? Marks.MOST_BLOCKS : 1;
      int count = Math.clamp((to - at) / Marks.BLOCK, 1, most);
      int length = Math.min(to - at, count * Marks.BLOCK);
      if (fields > 0) {
        at = byByte(text, at, at + length, enough);
      } else if (isPlain(text, at, length) && countPlain(text, at, count, enough)) {
        at += length;
      } else {
        at = countBlocks(text, at, length, enough);
      }
    }
    return at;
  }

  private boolean isPlain(byte[] text, int from, int length) {
    return length % Marks.BLOCK == 0
        && dialect.comment() == Dialect.NONE
        && state != RecordState.CLOSED
        && !blocks.haveRare()
        && !dialect.isRareIn(text, from, length / Marks.BLOCK);
  }

  /// Counts the records of blocks that have no quotes and no returns, as most.
  ///
  /// @return false if there are so many that nothing was counted
  private boolean countPlain(byte[] text, int from, int count, long enough) {
    if (state != RecordState.QUOTED) {
      // A line end behind another one is that of a blank line.
      int found = Dialect.LINE_FEEDS.countRuns(text, from, count, state == RecordState.START);
      if (found >= enough - records) {
        return false;
      }
      records += found;
      state = dialect.behind(text[from + count * Marks.BLOCK - 1]);
    }
    return true;
  }

  private int countBlocks(byte[] text, int from, int length, long enough) {
    int behind = blocks.read(text, from, length, state);
    if (behind == Blocks.STRAYED) {
      return countAny(text, from, length, enough);
    }
    for (int i = 0; i < blocks.count(); i++) {
      long ends = blocks.recordEnds(i);
      int found = Long.bitCount(ends);
      if (found >= enough - records) {
        for (; records < enough - 1; records++) {
          ends &= ends - 1;
        }
        records++;
        state = RecordState.START;
        return from + i * Marks.BLOCK + Long.numberOfTrailingZeros(ends) + 1;
      }
      records += found;
    }
    state = behind;
    return from + length;
  }

  /// Counts the records of blocks one of which at least has to be gone through byte by byte.
  private int countAny(byte[] text, int from, int length, long enough) {
    if (length <= Marks.BLOCK) {
      strays++;
      return byByte(text, from, from + length, enough);
    }
    int at = from;
    while (at < from + length && records < enough) {
      at = countBlocks(text, at, Math.min(Marks.BLOCK, from + length - at), enough);
    }
    return at;
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
          skipped = skipped();
          records += isWhole() ? 1 : 0;
          delimiters = 0;
          isStray = false;
          state = RecordState.START;
        } else if (isQuote && state != RecordState.TEXT) {
          state = RecordState.QUOTED;
        } else if (value == dialect.delimiter()) {
          delimiters++;
          state = RecordState.FIELD;
        } else if (state == RecordState.START && isComment(value)) {
          state = RecordState.COMMENT;
        } else {
          isStray |= state == RecordState.CLOSED;
          state = RecordState.TEXT;
        }
      }
    }
  }

  /// Whether the record that has been begun, if one has, counts if it ends here.
  boolean isWhole() {
    return isBegun() && (fields == 0 || isStray || delimiters + 1 == fields);
  }

  private boolean isBegun() {
    return state != RecordState.START && state != RecordState.COMMENT;
  }

  private boolean isComment(byte value) {
    return dialect.comment() != Dialect.NONE && value == (byte) dialect.comment();
  }
}
