package io.zenith.internal.pipeline;

import java.util.Arrays;
import java.util.List;

/// Where the wanted rows of all splits are, which an order counts from 0. Immutable.
public final class WantedRows {
  private final List<FileSplit> splits;

  /// Wanted rows before each split.
  private final long[] before;

  /// The wanted rows of splits.
  public WantedRows(List<FileSplit> splits) {
    this.splits = splits;
    this.before = new long[splits.size()];
    for (int i = 1; i < before.length; i++) {
      before[i] = before[i - 1] + splits.get(i - 1).rows().count();
    }
  }

  /// The split of the n-th wanted row.
  public int split(long n) {
    int found = Arrays.binarySearch(before, n);
    int split = found >= 0 ? found : -found - 2;
    while (splits.get(split).rows().count() == 0) {
      split++; // of several that begin with this row, the one that has it
    }
    return split;
  }

  /// The place in its split of the n-th wanted row.
  long row(int split, long n) {
    return splits.get(split).rows().select(n - before[split]);
  }

  /// The number in the dataset of the n-th wanted row.
  public long number(long n) {
    int split = split(n);
    return splits.get(split).firstRow() + row(split, n);
  }
}
