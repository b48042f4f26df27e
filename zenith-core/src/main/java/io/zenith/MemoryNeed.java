package io.zenith;

import io.zenith.internal.ByteSize;
import io.zenith.internal.order.Order;
import io.zenith.internal.pipeline.Budget;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.RankSteps;
import io.zenith.internal.pipeline.StepSplits;
import io.zenith.internal.pipeline.WantedRows;
import io.zenith.internal.pipeline.WindowNeed;
import java.util.List;
import java.util.Locale;

/// The most memory that has to be granted to splits at a time, which the budget must hold.
///
/// @param budget what there is for splits and batches, in bytes
/// @param kept what a cache takes besides
record MemoryNeed(long budget, long kept) {

  /// The largest grant that splits ask for.
  ///
  /// @throws IllegalArgumentException if the budget does not hold it
  long largest(List<FileSplit> splits) {
    long largest = 0;
    for (FileSplit split : splits) {
      long grant = Budget.grantFor(split.bytes());
      if (grant > budget) {
        throw tooSmall(split.split().toString(), grant, "");
      }
      largest = Math.max(largest, grant);
    }
    return largest;
  }

  /// What the windows of an order need; in a global shuffle they take no memory.
  ///
  /// @throws IllegalArgumentException if the budget does not hold it
  long windows(List<FileSplit> splits, Order order, StepGroups groups) {
    String window =
        String.format(
            Locale.ROOT, "window of %,d rows in %d lanes", order.spec().window(), order.lanes());
    long need = WindowNeed.bytes(order, splits, groups.steps());
    return held(need, window, " or window", groups);
  }

  /// What rows from anywhere need, where splits are read as a whole.
  ///
  /// @throws IllegalArgumentException if the budget does not hold it
  long taken(List<FileSplit> splits, RankSteps steps, WantedRows wanted, StepGroups groups) {
    StepSplits.Need need = new StepSplits(steps, wanted).largest(splits);
    String step = "step " + need.step() + " with rows of " + need.splits() + " splits";
    return held(need.bytes(), step, " or a smaller batch size", groups);
  }

  /// Nothing, where what is gathered is a view or kept in a cache.
  ///
  /// @throws IllegalArgumentException if the budget does not hold a batch
  long views(StepGroups groups) {
    return held(0, "", "", groups);
  }

  /// What splits need that go into a cache one after the other.
  ///
  /// @throws IllegalArgumentException if the budget does not hold it
  long filling(List<FileSplit> splits, StepGroups groups) {
    return held(largest(splits), "the largest split", "", groups);
  }

  /// What has to be granted, if there is room for it and for a batch besides.
  private long held(long need, String what, String other, StepGroups groups) {
    if (need > budget - groups.bytes()) {
      long all = Math.min(need, Long.MAX_VALUE - groups.bytes()) + groups.bytes();
      throw need > 0
          ? tooSmall(what, all, other)
          : tooSmall("a batch", all, " or a smaller batch size");
    }
    return need;
  }

  private IllegalArgumentException tooSmall(String what, long need, String other) {
    return new IllegalArgumentException(
        what
            + " needs "
            + ByteSize.text(need)
            + ", budget is "
            + ByteSize.text(budget)
            + (kept > 0 ? " beside a cache of " + ByteSize.text(kept) : "")
            + ": set memoryBudget"
            + other);
  }
}
