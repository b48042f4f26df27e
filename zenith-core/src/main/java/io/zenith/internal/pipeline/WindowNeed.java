package io.zenith.internal.pipeline;

import io.zenith.internal.order.Order;
import java.util.Comparator;
import java.util.List;

/// How much memory the windows of an order need at a time.
public final class WindowNeed {
  private WindowNeed() {}

  /// Positions of the windows of one number, over all lanes.
  public static long span(Order order) {
    long lanes = order.lanes();
    return Math.ceilDiv(order.spec().window(), lanes) * lanes;
  }

  /// An upper bound for the grants of splits that steps may gather from at a time: of as many rows
  /// as the windows have, wherever these take most memory, and of the splits that reach beyond the
  /// ends of the windows of a lane.
  ///
  /// @param groupSteps steps that are gathered together
  public static long bytes(Order order, List<FileSplit> splits, int groupSteps) {
    long windows = Math.ceilDiv(groupSteps * order.spec().globalBatch(), span(order)) + 1;
    double rows = Math.min((double) windows * span(order), (double) order.rows());
    double bytes = 0;
    long largest = 0;
    for (FileSplit split : byDensity(splits)) {
      double taken = Math.min(rows, (double) split.rows().count());
      rows -= taken;
      bytes += taken * density(split);
      largest = Math.max(largest, grant(split));
    }
    double all = splits.stream().mapToDouble(WindowNeed::grant).sum();
    double ends = (windows + 1.0) * order.lanes() * largest;
    // A lane holds each split once in an epoch; the next epoch may have begun.
    return (long) Math.ceil(Math.min(bytes + ends, 2.0 * order.lanes() * all));
  }

  private static List<FileSplit> byDensity(List<FileSplit> splits) {
    return splits.stream()
        .filter(split -> split.rows().count() > 0)
        .sorted(Comparator.comparingDouble(WindowNeed::density).reversed())
        .toList();
  }

  private static double density(FileSplit split) {
    return (double) grant(split) / split.rows().count();
  }

  private static long grant(FileSplit split) {
    return Budget.grantFor(split.bytes());
  }
}
