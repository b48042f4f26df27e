package io.zenith;

import io.zenith.internal.order.Order;
import io.zenith.internal.pipeline.RankSteps;
import io.zenith.internal.pipeline.WindowNeed;

/// How many steps are gathered together: enough that handing them over between threads costs little
/// beside the copy, few enough that what is copied stays in a cache until it is used.
///
/// @param steps how many
/// @param bytes about how much memory two such groups take
record StepGroups(int steps, long bytes) {
  private static final long ROWS = 4096;
  private static final long BYTES = 1 << 20;

  /// @param fileBytes the size of all files, from which the size of a row is guessed
  /// @param fileRows all rows of the files
  static StepGroups of(RankSteps rankSteps, long fileBytes, long fileRows) {
    Order order = rankSteps.order();
    long rowBytes = Math.max(1, fileBytes / Math.max(1, fileRows));
    long stepRows = rankSteps.count() == 0 ? 1 : Math.max(1, rankSteps.rows(0));
    long wanted = Math.min(ROWS, BYTES / rowBytes) / stepRows;
    long inWindow = WindowNeed.span(order) / order.spec().globalBatch();
    int steps = (int) Math.max(1, Math.min(wanted, inWindow));
    return new StepGroups(steps, 2L * steps * stepRows * rowBytes);
  }
}
