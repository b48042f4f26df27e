package io.zenith.internal.pipeline;

import io.zenith.internal.order.Order;

/// How many steps are gathered together: enough that handing them over between threads costs little
/// beside the copy, few enough that what is copied stays in a cache until it is used.
///
/// @param steps how many
/// @param bytes about how much memory such a group takes while its memory grows
public record StepGroups(int steps, long bytes) {
  private static final long ROWS = 4096;
  private static final long BYTES = 1 << 20;

  /// Memory for several columns grows by doubling, and what was too small stays until the end.
  private static final double GROWTH = 4;

  private static final long SMALLEST = 1 << 16;

  /// As many as go well together.
  ///
  /// @param bytes about how many a row has
  /// @param most steps at a time
  public static StepGroups of(RankSteps rankSteps, double bytes, int most) {
    Order order = rankSteps.order();
    double rowBytes = Math.max(1, bytes);
    long stepRows = rankSteps.count() == 0 ? 1 : Math.max(1, rankSteps.rows(0));
    long wanted = (long) Math.min(ROWS, BYTES / rowBytes) / stepRows;
    long inWindow = WindowNeed.span(order) / order.spec().globalBatch();
    int steps = (int) Math.max(1, Math.min(most, Math.min(wanted, inWindow)));
    return new StepGroups(steps, SMALLEST + (long) (GROWTH * steps * stepRows * rowBytes));
  }
}
