package io.zenith.internal.pipeline;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the wanted rows of all splits are, which an order counts from 0. Immutable.
public final class WantedRows {
  private final List<FileSplit> splits;

  /// Wanted rows before each split.
  private final long[] before;

  /// Which of them are taken, and in which order, if someone has named them.
  private final long @Nullable [] taken;

  /// The wanted rows of splits.
  public WantedRows(List<FileSplit> splits) {
    this(splits, null);
  }

  /// Some of the wanted rows of splits, in any order: the n-th wanted row is `taken[n]`.
  ///
  /// @param taken is kept
  public WantedRows(List<FileSplit> splits, long @Nullable [] taken) {
    this.splits = splits;
    this.taken = taken;
    this.before = new long[splits.size()];
    for (int i = 1; i < before.length; i++) {
      before[i] = before[i - 1] + splits.get(i - 1).rows().count();
    }
  }

  private long inFileOrder(long n) {
    return taken == null ? n : taken[(int) n];
  }

  /// The split of the n-th wanted row.
  public int split(long n) {
    int found = Arrays.binarySearch(before, inFileOrder(n));
    int split = found >= 0 ? found : -found - 2;
    while (splits.get(split).rows().count() == 0) {
      split++; // of several that begin with this row, the one that has it
    }
    return split;
  }

  /// How many wanted rows of its split are before the n-th one, in file order.
  long inSplit(int split, long n) {
    return inFileOrder(n) - before[split];
  }

  /// The place in its split of the n-th wanted row.
  long row(int split, long n) {
    return splits.get(split).rows().select(inSplit(split, n));
  }

  /// The number in the dataset of the n-th wanted row.
  public long number(long n) {
    int split = split(n);
    return splits.get(split).firstRow() + row(split, n);
  }
}
