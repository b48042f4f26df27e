package io.zenith.csv;

/// Blocks of text: which of their bytes end fields and records, without a branch for each.
///
/// Quotes are paired by counting: a byte lies between quotes if an odd number of them comes before
/// it. That is right as long as quotes stand only where fields begin and end, and doubled inside;
/// where they do not, or a comment begins, [#read] says so, and the bytes have to be looked at one
/// by one.
///
/// Where quoted text ends is hard to foretell: nothing here branches on it, and only one step, of
/// few instructions, needs that of the block before.
final class Blocks {
  /// No state: bytes are not where counting puts them.
  static final int STRAYED = -1;

  private static final long QUOTED = 1L << RecordState.QUOTED;
  private static final long CLOSED = 1L << RecordState.CLOSED;

  /// The states in which a quote begins quoted text, a bit for each.
  private static final long MAY_OPEN =
      (1L << RecordState.START) | (1L << RecordState.FIELD) | (1L << RecordState.CLOSED);

  private final Dialect dialect;
  private final ByteValue delimiter;
  private final ByteValue quote;
  private final ByteValue comment;
  private final boolean hasQuotes;
  private final boolean hasComments;

  /// Of one value after the other.
  private final Marks marks = new Marks();

  private int blocks;
  private boolean haveRare;

  /// Bits for the bytes of each block: quotes, and what lies between them.
  private final long[] quotes = new long[Marks.MOST_BLOCKS];

  private final long[] inside = new long[Marks.MOST_BLOCKS];

  /// Of what is not between quotes: line feeds, returns, delimiters.
  private final long[] lineFeeds = new long[Marks.MOST_BLOCKS];

  private final long[] returns = new long[Marks.MOST_BLOCKS];
  private final long[] delimiters = new long[Marks.MOST_BLOCKS];

  /// 1 if a line has ended right before the first block.
  private long ended;

  Blocks(Dialect dialect) {
    this.dialect = dialect;
    this.delimiter = ByteValue.of(dialect.delimiter());
    this.quote = ByteValue.of((byte) dialect.quote());
    this.comment = ByteValue.of((byte) dialect.comment());
    this.hasQuotes = dialect.quote() != Dialect.NONE;
    this.hasComments = dialect.comment() != Dialect.NONE;
  }

  /// Reads some blocks.
  ///
  /// @param length bytes of at most [Marks#MOST_BLOCKS] whole blocks, or of a part of one
  /// @param before the state before them
  /// @return the state behind them, or [#STRAYED] if a quote is not where it should be, or a
  ///   comment begins or goes on
  int read(byte[] text, int from, int length, int before) {
    blocks = Math.ceilDiv(length, Marks.BLOCK);
    long valid = -1L >>> -length; // of the only block, if it is a part
    ended = before == RecordState.START ? 1 : 0;
    pairQuotes(text, from, valid, before);
    findEnds(text, from, valid);
    haveRare = false;
    for (int i = 0; i < blocks; i++) {
      haveRare |= (quotes[i] | returns[i]) != 0;
    }
    int last = (length - 1) % Marks.BLOCK;
    boolean isStrayed = strays(1L << last, before) != 0;
    boolean isComment = hasComments && hasComment(text, from, valid, before);
    if (isStrayed || isComment) {
      return STRAYED;
    }
    boolean isQuoted = ((inside[blocks - 1] >>> last) & 1) != 0;
    return isQuoted ? RecordState.QUOTED : dialect.behind(text[from + length - 1]);
  }

  private void pairQuotes(byte[] text, int from, long valid, int before) {
    if (hasQuotes) {
      marks.find(quote, text, from, blocks);
    }
    for (int i = 0; i < blocks; i++) {
      quotes[i] = hasQuotes ? marks.ofBlock(i) & valid : 0;
    }
    for (int i = 0; i < blocks; i++) {
      inside[i] = Words.prefixParity(quotes[i]);
    }
    long open = -((QUOTED >>> before) & 1);
    for (int i = 0; i < blocks; i++) {
      inside[i] ^= open;
      open = inside[i] >> (Long.SIZE - 1);
    }
  }

  private void findEnds(byte[] text, int from, long valid) {
    marks.findEach(delimiter, Dialect.LINE_FEEDS, text, from, blocks);
    for (int i = 0; i < blocks; i++) {
      marks.eachOf(i, delimiters, lineFeeds);
    }
    boolean hasReturns = Dialect.RETURNS.isIn(text, from, blocks);
    if (hasReturns) {
      marks.find(Dialect.RETURNS, text, from, blocks);
    }
    for (int i = 0; i < blocks; i++) {
      long outside = valid & ~inside[i];
      delimiters[i] &= outside;
      lineFeeds[i] &= outside;
      returns[i] = hasReturns ? marks.ofBlock(i) & outside : 0;
    }
  }

  /// Not 0 if any quote stands where it should not.
  ///
  /// @param last the bit of the last byte: what follows it is not known
  private long strays(long last, int before) {
    long all = 0;
    long mayOpen = (MAY_OPEN >>> before) & 1;
    long closed = (CLOSED >>> before) & 1;
    for (int i = 0; i < blocks; i++) {
      long edges = edges(i);
      long opening = quotes[i] & inside[i];
      long closing = quotes[i] & ~inside[i];
      long begins = ((edges | closing) << 1) | mayOpen;
      long follows = edges | opening;
      // The last byte of a block is followed by the first of the next one.
      all |= (opening & ~begins) | (closing & ~last & ~(follows >>> 1)) | (closed & ~follows);
      mayOpen = (edges | closing) >>> (Long.SIZE - 1);
      closed = closing >>> (Long.SIZE - 1);
    }
    return all;
  }

  private boolean hasComment(byte[] text, int from, long valid, int before) {
    marks.find(comment, text, from, blocks);
    long all = before == RecordState.COMMENT ? 1 : 0;
    for (int i = 0; i < blocks; i++) {
      long lineEnds = lineEnds(i);
      long begins = ((lineEnds << 1) | endedBefore(i)) & valid & ~inside[i] & ~lineEnds;
      all |= begins & marks.ofBlock(i);
    }
    return all != 0;
  }

  private long lineEnds(int block) {
    return lineFeeds[block] | returns[block];
  }

  private long endedBefore(int block) {
    return block == 0 ? ended : lineEnds(block - 1) >>> (Long.SIZE - 1);
  }

  /// Whether there were quotes or returns in the blocks that were read last: then it is likely that
  /// the next ones have some, too.
  boolean haveRare() {
    return haveRare;
  }

  /// How many blocks were read.
  int count() {
    return blocks;
  }

  /// The bits of delimiters and line ends.
  long edges(int block) {
    return lineEnds(block) | delimiters[block];
  }

  /// The bits of line feeds that end records or are alone in their lines.
  long lineFeeds(int block) {
    return lineFeeds[block];
  }

  /// The bits of returns, likewise.
  long returns(int block) {
    return returns[block];
  }

  /// The bits of line ends behind something else than a line end.
  long recordEnds(int block) {
    long lineEnds = lineEnds(block);
    return lineEnds & ~((lineEnds << 1) | endedBefore(block));
  }
}
