package io.zenith.csv;

/// Blocks of text: which of their bytes end fields and records, without a branch for each.
///
/// Quotes are paired by counting: a byte lies between quotes if an odd number of them comes before
/// it. That is right as long as quotes stand only where fields begin and end, and doubled inside;
/// where they do not, or a comment begins, [#read] says so, and the bytes have to be looked at one
/// by one.
final class Blocks {
  private final Marks delimiting;
  private final Marks quoting;
  private final Marks commenting;
  private final Marks feeding = new Marks(ByteValues.of(Dialect.LINE_FEED));
  private final Marks returning = new Marks(ByteValues.of(Dialect.RETURN));
  private final boolean hasQuotes;
  private final boolean hasComments;
  private byte[] text = {};
  private int from;

  /// The state behind a byte that is not between quotes.
  private final byte[] after = new byte[256];

  /// The bits of line feeds, returns and delimiters that are not between quotes.
  private long lineFeeds;

  private long returns;
  private long separators;

  /// The state behind the block.
  private int state;

  Blocks(Dialect dialect) {
    this.delimiting = new Marks(ByteValues.of(dialect.delimiter()));
    this.hasQuotes = dialect.quote() != Dialect.NONE;
    this.quoting = new Marks(ByteValues.of((byte) dialect.quote()));
    this.hasComments = dialect.comment() != Dialect.NONE;
    this.commenting = new Marks(ByteValues.of((byte) dialect.comment()));
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

  /// Looks at some blocks, at most [Marks#MOST_BLOCKS], which can be read then.
  void find(byte[] text, int from, int blocks) {
    this.text = text;
    this.from = from;
    delimiting.find(text, from, blocks);
    feeding.find(text, from, blocks);
    returning.find(text, from, blocks);
    if (hasQuotes) {
      quoting.find(text, from, blocks);
    }
    if (hasComments) {
      commenting.find(text, from, blocks);
    }
  }

  /// Reads one of the blocks.
  ///
  /// @param length how many bytes of it count
  /// @param before the state before it
  /// @return whether all quotes are where they should be, and no comment begins or goes on
  boolean read(int block, int length, int before) {
    long valid = -1L >>> (Marks.BLOCK - length);
    long quotes = hasQuotes ? quoting.ofBlock(block) & valid : 0;
    long inside = Words.prefixParity(quotes);
    if (before == RecordState.QUOTED) {
      inside = ~inside;
    }
    long outside = valid & ~inside;
    lineFeeds = feeding.ofBlock(block) & outside;
    returns = returning.ofBlock(block) & outside;
    separators = delimiting.ofBlock(block) & outside;
    long lineEnds = lineFeeds | returns;
    long edges = lineEnds | separators;
    long opening = quotes & inside;
    long closing = quotes & outside;
    long last = 1L << (length - 1);
    boolean mayOpen =
        before == RecordState.START || before == RecordState.FIELD || before == RecordState.CLOSED;
    long begins = ((edges | closing) << 1) | (mayOpen ? 1 : 0);
    long strayed = (opening & ~begins) | (closing & ~last & ~((edges | opening) >>> 1));
    boolean isTail = before == RecordState.CLOSED && ((edges | opening) & 1) == 0;
    long starts = ((lineEnds << 1) | (before == RecordState.START ? 1 : 0)) & outside & ~lineEnds;
    boolean isComment =
        before == RecordState.COMMENT || (hasComments && (starts & commenting.ofBlock(block)) != 0);
    state =
        (inside & last) != 0
            ? RecordState.QUOTED
            : after(text[from + block * Marks.BLOCK + length - 1]);
    return strayed == 0 && !isTail && !isComment;
  }

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
