package io.zenith.csv;

/// Blocks of text: which of their bytes end fields and records, without a branch for each.
///
/// Quotes are paired by counting: a byte lies between quotes if an odd number of them comes before
/// it. That is right as long as quotes stand only where fields begin and end, and doubled inside;
/// where they do not, or a comment begins, [#read] says so, and the bytes have to be looked at one
/// by one.
final class Blocks {
  private static final long QUOTED = 1L << RecordState.QUOTED;
  private static final long CLOSED = 1L << RecordState.CLOSED;

  /// The states in which a quote begins quoted text, a bit for each.
  private static final long MAY_OPEN =
      (1L << RecordState.START) | (1L << RecordState.FIELD) | (1L << RecordState.CLOSED);

  private final Marks delimiting;
  private final Marks quoting;
  private final Marks commenting;
  private final Marks feeding = new Marks(ByteValues.of(Dialect.LINE_FEED));
  private final ByteValues aReturn = ByteValues.of(Dialect.RETURN);
  private final Marks returning = new Marks(aReturn);
  private final boolean hasQuotes;
  private final boolean hasComments;
  private boolean hasReturns;
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
    hasReturns = aReturn.areIn(text, from, blocks);
    if (hasReturns) {
      returning.find(text, from, blocks);
    }
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
    // Where quoted text ends is hard to foretell, so that nothing here branches on it.
    long valid = -1L >>> (Marks.BLOCK - length);
    long quotes = hasQuotes ? quoting.ofBlock(block) & valid : 0;
    long inside = Words.prefixParity(quotes) ^ -((QUOTED >>> before) & 1);
    long outside = valid & ~inside;
    lineFeeds = feeding.ofBlock(block) & outside;
    returns = hasReturns ? returning.ofBlock(block) & outside : 0;
    separators = delimiting.ofBlock(block) & outside;
    long lineEnds = lineFeeds | returns;
    long edges = lineEnds | separators;
    long opening = quotes & inside;
    long closing = quotes & outside;
    long last = 1L << (length - 1);
    long begins = ((edges | closing) << 1) | ((MAY_OPEN >>> before) & 1);
    long strayed = (opening & ~begins) | (closing & ~last & ~((edges | opening) >>> 1));
    long tail = (CLOSED >>> before) & ~(edges | opening) & 1;
    int outer = after(text[from + block * Marks.BLOCK + length - 1]);
    int isQuoted = (int) (inside >>> (length - 1)) & 1;
    state = outer + (RecordState.QUOTED - outer) * isQuoted;
    return (strayed | tail) == 0 && !(hasComments && isComment(block, before, lineEnds, outside));
  }

  private boolean isComment(int block, int before, long lineEnds, long outside) {
    long starts = ((lineEnds << 1) | (before == RecordState.START ? 1 : 0)) & outside & ~lineEnds;
    return before == RecordState.COMMENT || (starts & commenting.ofBlock(block)) != 0;
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
