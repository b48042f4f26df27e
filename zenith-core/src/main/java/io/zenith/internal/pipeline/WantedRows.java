package io.zenith.internal.pipeline;

import io.zenith.internal.order.RangeIndex;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the wanted rows of all splits are, which an order counts from 0. Immutable.
public final class WantedRows {
  private final List<FileSplit> splits;

  /// Wanted rows before each split.
  private final long[] before;

  /// Which of them are taken, and in which order, if someone has named them.
  private final long @Nullable [] taken;

  private final RangeIndex index;

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
    long[] ends = new long[before.length];
    long end = 0;
    for (int i = 0; i < ends.length; i++) {
      before[i] = end;
      end += splits.get(i).rows().count();
      ends[i] = end;
    }
    this.index = new RangeIndex(ends);
  }

  private long inFileOrder(long n) {
    return taken == null ? n : taken[(int) n];
  }

  /// The split of the n-th wanted row.
  public int split(long n) {
    return index.at(inFileOrder(n));
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
