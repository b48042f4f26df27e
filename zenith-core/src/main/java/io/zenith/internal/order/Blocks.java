package io.zenith.internal.order;

import java.util.Arrays;

/// The rows of a dataset cut into blocks, in file order: a block is a split, or one of the equal
/// parts of a split that is too large. Of a filtered dataset these are the rows that are kept, and
/// row numbers count them. Immutable; its memory grows with the splits only.
public final class Blocks {
  private static final long LARGEST_BLOCK = 1 << 20;

  /// Both halves of a row's number fit an `int` then.
  private static final long MOST_ROWS = 1L << 62;

  // Of the splits that have rows: their numbers, and rows and blocks before each and in all.
  private final int[] splits;
  private final long[] rowsBefore;
  private final long[] blocksBefore;

  private Blocks(int[] splits, long[] rowsBefore, long[] blocksBefore) {
    this.splits = splits;
    this.rowsBefore = rowsBefore;
    this.blocksBefore = blocksBefore;
  }

  /// The blocks of splits. A split of more than 2^20 rows is cut into as few blocks as possible,
  /// whose sizes differ by at most 1; the first ones are the larger.
  ///
  /// @param splitRows the rows of each split, in file order; a split without rows has no block
  /// @throws IllegalArgumentException if a count is negative, or the sum above 2^62
  public static Blocks of(long... splitRows) {
    return of(splitRows, LARGEST_BLOCK);
  }

  /// How many blocks a split of so many rows is.
  public static long count(long splitRows) {
    return Math.ceilDiv(splitRows, LARGEST_BLOCK);
  }

  static Blocks of(long[] splitRows, long largestBlock) {
    int[] splits = new int[splitRows.length];
    long[] rows = new long[splitRows.length + 1];
    long[] blocks = new long[splitRows.length + 1];
    int filled = 0;
    for (int split = 0; split < splitRows.length; split++) {
      long added = splitRows[split];
      if (added < 0 || added > MOST_ROWS - rows[filled]) {
        throw new IllegalArgumentException(
            "split "
                + split
                + " has "
                + added
                + " rows after "
                + rows[filled]
                + " in splits before it, but a dataset has between 0 and 2^62");
      }
      if (added > 0) {
        splits[filled] = split;
        rows[filled + 1] = rows[filled] + added;
        blocks[filled + 1] = blocks[filled] + Math.ceilDiv(added, largestBlock);
        filled++;
      }
    }
    return new Blocks(
        Arrays.copyOf(splits, filled),
        Arrays.copyOf(rows, filled + 1),
        Arrays.copyOf(blocks, filled + 1));
  }

  /// All rows.
  public long rows() {
    return rowsBefore[splits.length];
  }

  /// How many blocks there are.
  long count() {
    return blocksBefore[splits.length];
  }

  /// The rows of a block.
  long rows(long block) {
    int place = place(block);
    long rows = rowsBefore[place + 1] - rowsBefore[place];
    long parts = blocksBefore[place + 1] - blocksBefore[place];
    if (parts == 1) {
      return rows;
    }
    return rows / parts + (block - blocksBefore[place] < rows % parts ? 1 : 0);
  }

  /// Some rows of a block, for a window.
  ///
  /// @param skip rows of the block before them
  /// @param offset where they begin in the window
  Piece piece(long block, long skip, long count, long offset) {
    int place = place(block);
    long rows = rowsBefore[place + 1] - rowsBefore[place];
    long parts = blocksBefore[place + 1] - blocksBefore[place];
    long part = block - blocksBefore[place];
    long from = part * (rows / parts) + Math.min(part, rows % parts) + skip;
    return new Piece(splits[place], from, count, rowsBefore[place] + from, offset);
  }

  /// Among the splits that have rows, the one of a block.
  private int place(long block) {
    if (count() == splits.length) {
      return (int) block; // each is one block, as in most datasets
    }
    int found = Arrays.binarySearch(blocksBefore, block);
    return found >= 0 ? found : -found - 2;
  }
}
