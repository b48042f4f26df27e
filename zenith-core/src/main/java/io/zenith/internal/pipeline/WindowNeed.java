package io.zenith.internal.pipeline;

import io.zenith.internal.order.Blocks;
import io.zenith.internal.order.Order;
import java.util.Comparator;
import java.util.List;

/// How much memory the windows of an order need at a time.
final class WindowNeed {
  private WindowNeed() {}

  /// Positions of the windows of one number, over all lanes.
  static long span(Order order) {
    long lanes = order.lanes();
    long most = Math.min(order.spec().window(), Math.max(1, order.rows()));
    return Math.ceilDiv(most, lanes) * lanes;
  }

  /// An upper bound for the grants of splits that steps may gather from at a time: of as many rows
  /// as the windows have, wherever these take most memory, and of the pieces of a lane that may be
  /// small parts of their splits. These are the first and the last piece of the windows, and those
  /// at the ends of the lane, which may lie anywhere in it.
  ///
  /// @param groupSteps steps that are gathered together
  static long bytes(Order order, List<FileSplit> splits, int groupSteps) {
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
    double all = splits.stream().mapToDouble(WindowNeed::grants).sum();
    double cuts = (order.lanes() - 1.0) * largest;
    double parts = 4.0 * order.lanes() * largest;
    // An epoch has so many pieces and no more; the next one may have begun.
    return (long) Math.ceil(Math.min(bytes + parts, 2 * (all + cuts)));
  }

  private static List<FileSplit> byDensity(List<FileSplit> splits) {
    return splits.stream()
        .filter(split -> split.rows().count() > 0)
        .sorted(Comparator.comparingDouble(WindowNeed::density).reversed())
        .toList();
  }

  private static double density(FileSplit split) {
    return grants(split) / split.rows().count();
  }

  /// What a split takes if all of its blocks are needed: each reads it as a whole.
  private static double grants(FileSplit split) {
    return (double) Blocks.count(split.rows().count()) * grant(split);
  }

  private static long grant(FileSplit split) {
    return Budget.grantFor(split.bytes());
  }
}
