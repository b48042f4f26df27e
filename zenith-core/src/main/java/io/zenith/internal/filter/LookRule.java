package io.zenith.internal.filter;

import java.util.concurrent.atomic.AtomicInteger;

/// Whether the columns of a filter are read before the others: as long as that leaves at least half
/// of the rows out. Where it did not, it is tried again now and then.
public final class LookRule {
  /// A look that is for nothing costs at most half of a read, so at most 3 % in all.
  private static final int AGAIN = 16;

  private final AtomicInteger without = new AtomicInteger();
  private volatile boolean isWorth = true;

  /// Whether to look first at the next split.
  boolean isWorth() {
    return isWorth || without.incrementAndGet() % AGAIN == 0;
  }

  /// What the last look has shown.
  ///
  /// @param asked how many rows it had
  /// @param left of how many of them the other columns are read
  void learn(long asked, long left) {
    isWorth = left <= asked / 2;
  }
}
