package io.zenith.csv;

/// Sixty-four bytes of text: which of them end fields and records, without a branch for each.
///
/// Quotes are paired by counting: a byte lies between quotes if an odd number of them comes before
/// it. That is right as long as quotes stand only where fields begin and end, and doubled inside;
/// where they do not, or a comment begins, [#read] says so, and the bytes have to be looked at one
/// by one.
final class Block {
  static final int BYTES = 64;

  private final long delimiters;
  private final long quotes;
  private final long comments;
  private final boolean hasQuotes;
  private final boolean hasComments;

  /// The state behind a byte that is not between quotes.
  private final byte[] after = new byte[256];

  /// The bits of line feeds, returns and delimiters that are not between quotes.
  private long lineFeeds;

  private long returns;
  private long separators;

  /// The state behind the block.
  private int state;

  Block(Dialect dialect) {
    this.delimiters = Words.repeat(dialect.delimiter());
    this.hasQuotes = dialect.quote() != Dialect.NONE;
    this.quotes = Words.repeat((byte) dialect.quote());
    this.hasComments = dialect.comment() != Dialect.NONE;
    this.comments = Words.repeat((byte) dialect.comment());
    for (int value = 0; value < after.length; value++) {
      after[value] = (byte) after((byte) value, dialect);
    }
  }

  private static int after(byte value, Dialect dialect) {
    if (Dialect.endsLine(value)) {
      return RecordState.START;
    }
    if (value == dialect.delimiter()) {
      return RecordState.FIELD;
    }
    boolean isQuote = dialect.quote() != Dialect.NONE && value == (byte) dialect.quote();
    return isQuote ? RecordState.CLOSED : RecordState.TEXT;
  }

  /// The state behind a byte that is not between quotes, where quotes are as they should be.
  int after(byte value) {
    return after[value & 0xff];
  }

  /// Looks at a block.
  ///
  /// @param length how many bytes of it count; the byte behind them is looked at as well
  /// @param before the state before it
  /// @return whether all quotes are where they should be, and no comment begins or goes on
  boolean read(byte[] text, int from, int length, int before) {
    long feeds = 0;
    long ends = 0;
    long delimiting = 0;
    long quoting = 0;
    long commenting = 0;
    for (int i = 0; i < BYTES; i += Long.BYTES) {
      long word = Words.at(text, from + i);
      feeds |= Words.gather(Words.equal(word, FEEDS)) << i;
      ends |= Words.gather(Words.equal(word, RETURNS)) << i;
      delimiting |= Words.gather(Words.equal(word, delimiters)) << i;
      quoting |= Words.gather(Words.equal(word, quotes)) << i;
      commenting |= Words.gather(Words.equal(word, comments)) << i;
    }
    long valid = -1L >>> (BYTES - length);
    quoting = hasQuotes ? quoting & valid : 0;
    long inside = Words.prefixParity(quoting);
    if (before == RecordState.QUOTED) {
      inside = ~inside;
    }
    long outside = valid & ~inside;
    lineFeeds = feeds & outside;
    returns = ends & outside;
    separators = delimiting & outside;
    long lineEnds = lineFeeds | returns;
    long edges = lineEnds | separators;
    long opening = quoting & inside;
    long closing = quoting & outside;
    long last = 1L << (length - 1);
    boolean mayOpen =
        before == RecordState.START || before == RecordState.FIELD || before == RecordState.CLOSED;
    long begins = ((edges | closing) << 1) | (mayOpen ? 1 : 0);
    long strayed = (opening & ~begins) | (closing & ~last & ~((edges | opening) >>> 1));
    boolean isTail = before == RecordState.CLOSED && ((edges | opening) & 1) == 0;
    long starts = ((lineEnds << 1) | (before == RecordState.START ? 1 : 0)) & outside & ~lineEnds;
    boolean isComment =
        before == RecordState.COMMENT || (hasComments && (starts & commenting) != 0);
    state = (inside & last) != 0 ? RecordState.QUOTED : after[text[from + length - 1] & 0xff];
    return strayed == 0 && !isTail && !isComment;
  }

  private static final long FEEDS = Words.repeat(Dialect.LINE_FEED);
  private static final long RETURNS = Words.repeat(Dialect.RETURN);

  /// The bits of line feeds that end records or are alone in their lines.
  long lineFeeds() {
    return lineFeeds;
  }

  /// The bits of returns, likewise.
  long returns() {
    return returns;
  }

  /// The bits of delimiters between fields.
  long separators() {
    return separators;
  }

  /// The state behind the block.
  int state() {
    return state;
  }
}
