package io.zenith.internal.filter;

import io.zenith.error.UnsupportedDataException;
import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import io.zenith.internal.pipeline.RowSet;
import io.zenith.spi.RowRange;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Some of the rows of a split, as bits: immutable, about a bit a row, and next to nothing where
/// rows side by side are all selected or none.
///
/// Rows are cut into pieces of 2^16. The place of the n-th selected row is found by a search over
/// the counts of the pieces, one over the counts of every 512 rows in a piece, and at most eight
/// words.
public final class Selection implements RowSet {
  /// More rows than that in one record batch are of no honest file, and would take minutes.
  private static final long MOST_ROWS = 1L << 32;

  private static final int PIECE_BITS = 16;
  private static final int PIECE = 1 << PIECE_BITS;

  /// Words between two counts in a piece.
  private static final int STEP = 8;

  private final long rows;
  private final Piece[] pieces;

  /// How many rows are selected before each piece, and in all.
  private final long[] before;

  /// The bits of some rows.
  ///
  /// @param count how many are selected
  /// @param words none if no row is selected, or each
  /// @param counts how many are selected before every eighth word
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Piece(int count, long[] words, char[] counts) {
    private static final Piece NONE = new Piece(0, new long[0], new char[0]);
    private static final Piece ALL = new Piece(PIECE, new long[0], new char[0]);

    static Piece of(long[] words, int rows) {
      int count = 0;
      char[] counts = new char[Math.ceilDiv(words.length, STEP)];
      for (int i = 0; i < words.length; i++) {
        if (i % STEP == 0) {
          counts[i / STEP] = (char) count;
        }
        count += Long.bitCount(words[i]);
      }
      if (count == 0) {
        return NONE;
      }
      if (count == rows) {
        return rows == PIECE ? ALL : new Piece(rows, ALL.words, ALL.counts);
      }
      return new Piece(count, words.clone(), counts);
    }

    boolean isMixed() {
      return words.length > 0;
    }

    boolean contains(int row) {
      return isMixed() ? (words[row >> 6] >> row & 1) != 0 : count > 0;
    }

    /// The bits of up to 64 rows from a multiple of 64 on.
    long word(int from, int size) {
      return isMixed() ? words[from >> 6] : count > 0 ? -1L >>> (Long.SIZE - size) : 0;
    }

    /// The place of the n-th selected row.
    int select(int n) {
      if (!isMixed()) {
        return n;
      }
      int step = Arrays.binarySearch(counts, (char) n);
      // Of several equal counts the last is meant, since no row is selected between them.
      step = step < 0 ? -step - 2 : last(step);
      int left = n - counts[step];
      int word = step * STEP;
      while (left >= Long.bitCount(words[word])) {
        left -= Long.bitCount(words[word]);
        word++;
      }
      return (word << 6) + Long.numberOfTrailingZeros(Long.expand(1L << left, words[word]));
    }

    private int last(int step) {
      int last = step;
      while (last + 1 < counts.length && counts[last + 1] == counts[last]) {
        last++;
      }
      return last;
    }

    /// The first row from one on that is selected, or is not; `rows` if there is none.
    int next(int from, int rows, boolean selected) {
      if (!isMixed()) {
        return count > 0 == selected ? from : rows;
      }
      long flip = selected ? 0 : -1;
      long word = (words[from >> 6] ^ flip) & -1L << from;
      int at = from >> 6;
      while (word == 0 && at + 1 < words.length) {
        at++;
        word = words[at] ^ flip;
      }
      return word == 0 ? rows : Math.min(rows, (at << 6) + Long.numberOfTrailingZeros(word));
    }
  }

  private Selection(List<Piece> pieces, long rows) {
    this.rows = rows;
    this.pieces = pieces.toArray(Piece[]::new);
    this.before = new long[pieces.size() + 1];
    for (int i = 0; i < pieces.size(); i++) {
      before[i + 1] = before[i] + pieces.get(i).count;
    }
  }

  /// The values of a node that a test keeps.
  static Selection of(RowMatcher test, Node node) {
    Builder builder = new Builder();
    builder.add(test, 0, node.length, node.where());
    return builder.build();
  }

  /// The rows whose bits are set.
  ///
  /// @param bits as [#bits] gives them
  public static Selection of(MemorySegment bits, long rows) {
    Builder builder = new Builder();
    for (long row = 0; row < rows; row += Long.SIZE) {
      builder.put(bits.get(Layouts.LONG, row >> 3), (int) Math.min(Long.SIZE, rows - row));
    }
    return builder.build();
  }

  /// How many bytes the bits of so many rows are.
  public static long bytes(long rows) {
    return Math.ceilDiv(rows, Long.SIZE) * Long.BYTES;
  }

  /// A bit a row, in words of 64.
  public MemorySegment bits(SegmentAllocator memory) {
    MemorySegment bits = memory.allocate(bytes(rows), Long.BYTES);
    for (long row = 0; row < rows; row += Long.SIZE) {
      int count = (int) Math.min(Long.SIZE, rows - row);
      bits.set(Layouts.LONG, row >> 3, word(row, count));
    }
    return bits;
  }

  private long word(long row, int count) {
    return pieces[(int) (row >> PIECE_BITS)].word((int) row & PIECE - 1, count);
  }

  @Override
  public long rows() {
    return rows;
  }

  /// How many rows are selected.
  @Override
  public long count() {
    return before[pieces.length];
  }

  /// Whether a row is selected.
  boolean contains(long row) {
    Objects.checkIndex(row, rows);
    return pieces[(int) (row >> PIECE_BITS)].contains((int) row & PIECE - 1);
  }

  /// The n-th selected row, counted from 0.
  @Override
  public long select(long n) {
    Objects.checkIndex(n, count());
    int piece = Arrays.binarySearch(before, n);
    piece = piece < 0 ? -piece - 2 : piece;
    while (pieces[piece].count == 0) {
      piece++;
    }
    return ((long) piece << PIECE_BITS) + pieces[piece].select((int) (n - before[piece]));
  }

  @Override
  public long next(long from) {
    return next(from, true);
  }

  @Override
  public long end(long from) {
    return next(from, false);
  }

  private long next(long from, boolean selected) {
    long row = from;
    while (row < rows) {
      long start = row >> PIECE_BITS << PIECE_BITS;
      int size = (int) Math.min(PIECE, rows - start);
      int found = pieces[(int) (row >> PIECE_BITS)].next((int) (row - start), size, selected);
      row = start + found;
      if (found < size) {
        return row;
      }
    }
    return rows;
  }

  @Override
  public List<RowRange> within(long from, long end) {
    List<RowRange> ranges = new ArrayList<>();
    for (long row = next(from); row < end; row = next(row)) {
      long behind = Math.min(end, end(row));
      ranges.add(new RowRange(row - from, behind - row));
      row = behind;
    }
    return ranges;
  }

  /// Puts the rows of the record batches of a split together, in their order.
  public static final class Builder {
    private final List<Piece> pieces = new ArrayList<>();
    private final long[] words = new long[PIECE / Long.SIZE];
    private int filled;

    /// Adds rows of a record batch.
    ///
    /// @param where file and part of it, for errors
    void add(RowMatcher test, long from, long rows, String where) {
      if (rows > MOST_ROWS) {
        throw new UnsupportedDataException(
            where, "a filter of " + rows + " rows in one part is not supported");
      }
      for (long row = 0; row < rows; row += Long.SIZE) {
        int count = (int) Math.min(Long.SIZE, rows - row);
        put(test.keep(from + row, -1L >>> (Long.SIZE - count)), count);
      }
    }

    /// Adds the rows of a record batch that were selected before.
    public void add(Selection batch) {
      for (long row = 0; row < batch.rows; row += Long.SIZE) {
        int count = (int) Math.min(Long.SIZE, batch.rows - row);
        put(batch.word(row, count), count);
      }
    }

    private void put(long bits, int count) {
      int shift = filled & 63;
      words[filled >> 6] |= bits << shift;
      int space = Long.SIZE - shift;
      filled += Math.min(space, count);
      cut();
      if (count > space) {
        words[filled >> 6] |= bits >>> space;
        filled += count - space;
      }
    }

    private void cut() {
      if (filled == PIECE) {
        pieces.add(Piece.of(words, PIECE));
        Arrays.fill(words, 0);
        filled = 0;
      }
    }

    /// What was added.
    public Selection build() {
      long rows = ((long) pieces.size() << PIECE_BITS) + filled;
      List<Piece> all = new ArrayList<>(pieces);
      if (filled > 0) {
        all.add(Piece.of(Arrays.copyOf(words, Math.ceilDiv(filled, Long.SIZE)), filled));
      }
      return new Selection(all, rows);
    }
  }
}
