package io.zenith.internal.pipeline;

import java.util.concurrent.atomic.AtomicInteger;

/// Counts the splits of a loader whose views are kept for later epochs. Safe for threads.
final class KeptViews {
  /// Columns of splits: about 150 bytes each, on the heap.
  private static final int MOST_COLUMNS = 100_000;

  private final AtomicInteger columns = new AtomicInteger();

  /// Counts a split, if there is room for its views.
  boolean add(FileSplit split) {
    int cost = cost(split);
    if (columns.get() + cost > MOST_COLUMNS) {
      return false;
    }
    columns.addAndGet(cost);
    return true;
  }

  /// Counts a split no longer.
  void remove(FileSplit split) {
    columns.addAndGet(-cost(split));
  }

  private static int cost(FileSplit split) {
    return Math.max(1, split.columns().size());
  }
}
