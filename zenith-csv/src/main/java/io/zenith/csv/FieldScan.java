package io.zenith.csv;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Finds the fields of the records in a part of a text.
///
/// Most text has its fields where counting delimiters and line ends puts them; that is done
/// sixty-four bytes at a time. Where the count does not come out, because of blank lines, lone
/// returns, comments, stray quotes or ragged records, the part is gone through byte by byte. Where
/// only some columns are read, the places of others are not put down.
final class FieldScan {
  /// Places that are written at a time, whether there are so many or not.
  private static final int AT_A_TIME = 4;

  private final Dialect dialect;
  private final int fields;
  private final RecordWalk walk;
  private final Blocks blocks;
  private final ByteValue delimiters;
  private final Marks marks = new Marks();

  /// What is put down of the fields of a record; all if there is nothing.
  private final @Nullable ChosenFields chosen;

  private final Ragged ragged;
  private final long mostFieldBytes;
  private byte[] text = {};

  /// Of each record the place before it, then the ends of its fields; where the place before a
  /// record is the end of the one before, it is there once.
  private int[] places = new int[1 << 8];

  private int used;

  /// How many delimiters and line feeds there are, and how many of them are line feeds.
  private int edges;

  private int feeds;

  private int stride;

  /// Whether only what is chosen was put down.
  private boolean isChosen;

  private int records;
  private int end = Window.BEGIN;
  private boolean areFilled;
  private boolean hasQuotes;
  private boolean hasReturns;

  /// The highest bit of the block before, or of the delimiters and line feeds that it has.
  private long before;

  /// @param columns that are read
  FieldScan(Layout layout, int... columns) {
    this.dialect = layout.dialect();
    this.fields = layout.fields();
    this.mostFieldBytes = layout.mostFieldBytes();
    this.walk = new RecordWalk(dialect);
    this.ragged = layout.ragged();
    this.blocks = new Blocks(dialect);
    this.delimiters = ByteValue.of(dialect.delimiter());
    this.chosen = ChosenFields.of(fields, columns);
  }

  /// Finds the records that end in a part.
  ///
  /// @param text in which [Words#SLACK] bytes behind the part may be overwritten
  /// @param from where a record begins, or a line end before one
  /// @param isLast whether the text ends with the part, so that its last record needs no line end
  /// @throws BadRecordException if a record has another number of fields, or text behind a quote
  void scan(byte[] text, int from, int to, boolean isLast) {
    this.text = text;
    Arrays.fill(text, to, to + Words.SLACK, (byte) 0);
    if (from == to) {
      records = 0;
      end = to;
      return;
    }
    int whole = to;
    if (!isLast) {
      // What is behind a return at the end, for all that matters here.
      text[to] = Dialect.LINE_FEED;
    } else if (text[to - 1] != Dialect.LINE_FEED) {
      text[to] = Dialect.LINE_FEED;
      whole++;
    }
    // Behind a return that a part ends with, the next one begins with its line feed.
    int start = text[from] == Dialect.LINE_FEED ? from + 1 : from;
    boolean isPlain = dialect.comment() == Dialect.NONE && to - from <= mostFieldBytes;
    if (!isPlain || !scanBlocks(start, whole) || !isEven() || (isLast && end < to)) {
      walk(from, to, isLast);
    }
    end = Math.min(end, to);
  }

  /// Puts down all delimiters and line feeds that are not between quotes.
  ///
  /// @return whether that is all there is to it
  private boolean scanBlocks(int from, int to) {
    int state = RecordState.START;
    places[0] = from - 1;
    used = 1;
    edges = 0;
    feeds = 0;
    areFilled = true;
    hasQuotes = false;
    hasReturns = false;
    before = 1;
    if (chosen != null) {
      chosen.begin();
    }
    int at = from;
    while (at < to && state != Blocks.STRAYED) {
      int count = Math.clamp((to - at) / Marks.BLOCK, 1, Marks.MOST_BLOCKS);
      int length = Math.min(to - at, count * Marks.BLOCK);
      boolean isPlain =
          length == count * Marks.BLOCK
              && state != RecordState.CLOSED
              && !blocks.haveRare()
              && !dialect.isRareIn(text, at, count);
      if (!isPlain) {
        state = scanBlocks(at, length, state);
      } else if (state != RecordState.QUOTED) {
        feeds += marks.find(delimiters, Dialect.LINE_FEEDS, text, at, count);
        reserve(length);
        for (int i = 0; i < count; i++) {
          put(marks.ofBlock(i), at + i * Marks.BLOCK);
        }
        state = dialect.behind(text[at + length - 1]);
      }
      at += length;
    }
    return state != Blocks.STRAYED;
  }

  /// Goes on over blocks that have quotes or returns.
  ///
  /// @return the state behind them, or [Blocks#STRAYED]
  private int scanBlocks(int from, int length, int before) {
    hasQuotes = dialect.quote() != Dialect.NONE;
    int state = blocks.read(text, from, length, before);
    if (state == Blocks.STRAYED) {
      return state;
    }
    reserve(length);
    for (int i = 0; i < blocks.count(); i++) {
      int at = from + i * Marks.BLOCK;
      long returns = blocks.returns(i);
      if (returns != 0 && hasLoneReturn(returns, blocks.lineFeeds(i), at)) {
        return Blocks.STRAYED;
      }
      hasReturns |= returns != 0;
      put(blocks.edges(i) & ~returns, at);
      feeds += Long.bitCount(blocks.lineFeeds(i));
    }
    return state;
  }

  private boolean hasLoneReturn(long returns, long lineFeeds, int at) {
    long followed = lineFeeds >>> 1;
    if (text[at + Marks.BLOCK] == Dialect.LINE_FEED) {
      followed |= Long.MIN_VALUE;
    }
    return (returns & ~followed) != 0;
  }

  /// Makes room for so many places.
  private void reserve(int count) {
    if (used + count + AT_A_TIME > places.length) {
      places = Arrays.copyOf(places, Math.max(2 * places.length, used + count + AT_A_TIME));
    }
  }

  /// Puts the places of the marks of a block behind others.
  private void put(long marks, int at) {
    // A field has no byte where an edge follows another one.
    areFilled &= (marks & ((marks << 1) | before)) == 0;
    before = marks >>> (Marks.BLOCK - 1);
    edges += Long.bitCount(marks);
    long wanted = chosen == null ? marks : chosen.of(marks);
    long left = wanted;
    int next = used;
    do {
      for (int i = 0; i < AT_A_TIME; i++) {
        places[next + i] = at + Long.numberOfTrailingZeros(left);
        left &= left - 1;
      }
      next += AT_A_TIME;
    } while (left != 0);
    used += Long.bitCount(wanted);
  }

  /// Whether each line feed ends a record of as many fields as there should be.
  private boolean isEven() {
    if ((long) feeds * fields > edges) {
      return false;
    }
    int each = chosen == null ? fields : chosen.ends();
    for (int i = 1; i <= feeds; i++) {
      // As many as there are: what lies between two of them is delimiters.
      if (text[places[i * each]] != Dialect.LINE_FEED) {
        return false;
      }
    }
    if (fields == 1 && hasBlankLines()) {
      return false;
    }
    isChosen = chosen != null;
    stride = each;
    records = feeds;
    end = places[feeds * each] + 1;
    return true;
  }

  private boolean hasBlankLines() {
    for (int i = 0; i < feeds; i++) {
      int from = places[i] + 1;
      if (from == places[i + 1] || text[from] == Dialect.RETURN) {
        return true;
      }
    }
    return false;
  }

  private void walk(int from, int to, boolean isLast) {
    isChosen = false;
    stride = fields + 1;
    records = 0;
    used = 0;
    areFilled = false;
    walk.begin(text, from, to, isLast);
    while (walk.next()) {
      checkLengths();
      int found = walk.fields();
      if (found == fields || (ragged == Ragged.FILL && found < fields)) {
        add();
      } else if (ragged != Ragged.SKIP) {
        throw new BadRecordException(
            walk.from(), found + (found == 1 ? " field" : " fields"), String.valueOf(fields));
      }
    }
    end = walk.end();
    if (!isLast && to - walk.fieldFrom() > mostFieldBytes) {
      throw BadRecordException.ofLength(end, mostFieldBytes);
    }
  }

  private void checkLengths() {
    int begin = walk.from();
    for (int i = 0; i < walk.fields(); i++) {
      if (walk.fieldEnd(i) - begin > mostFieldBytes) {
        throw BadRecordException.ofLength(walk.from(), mostFieldBytes);
      }
      begin = walk.fieldEnd(i) + 1;
    }
  }

  private void add() {
    if (used + stride > places.length) {
      places = Arrays.copyOf(places, Math.max(2 * places.length, used + stride));
    }
    places[used] = walk.from() - 1;
    int found = walk.fields();
    for (int i = 0; i < fields; i++) {
      // A field that is missing ends before it begins.
      places[used + 1 + i] = i < found ? walk.fieldEnd(i) : walk.fieldEnd(found - 1);
    }
    used += stride;
    records++;
  }

  /// How many records were found.
  int records() {
    return records;
  }

  /// Whether it is known that all their fields have bytes.
  boolean areFilled() {
    return areFilled;
  }

  /// Whether fields may have quotes around them.
  boolean hasQuotes() {
    return hasQuotes;
  }

  /// Whether the last field of a record may have a return behind it.
  boolean hasReturns() {
    return hasReturns;
  }

  /// The place behind the last of them; before the first part, [Window#BEGIN].
  int end() {
    return end;
  }

  /// The text that was scanned.
  byte[] text() {
    return text;
  }

  /// Where fields are: that of record `r` and column `c` lies between the places `i` and `i + 1`,
  /// where `i` is `r * stride + first(c)`. The last one may have a return behind it.
  int[] places() {
    return places;
  }

  int stride() {
    return stride;
  }

  /// Where the field of a column that is read lies in the first record, among the places.
  int first(int column) {
    return isChosen && chosen != null ? chosen.first(column) : column;
  }
}
