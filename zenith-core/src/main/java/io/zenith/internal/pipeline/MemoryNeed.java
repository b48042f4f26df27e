package io.zenith.internal.pipeline;

import io.zenith.internal.ByteSize;
import io.zenith.internal.order.Order;
import java.util.List;
import java.util.Locale;

/// The most memory that has to be granted to splits at a time.
///
/// @param grant in bytes
/// @param what what needs it
/// @param remedy what can be set besides the budget to need less
public record MemoryNeed(long grant, String what, String remedy) {
  private static final String BATCH_SIZE = " or a smaller batch size";

  /// Views, and what a cache has.
  public static MemoryNeed none() {
    return new MemoryNeed(0, "a batch", BATCH_SIZE);
  }

  /// The largest split.
  public static MemoryNeed largest(List<FileSplit> splits) {
    MemoryNeed largest = none();
    for (FileSplit split : splits) {
      long grant = Budget.grantFor(split.bytes());
      if (grant > largest.grant) {
        largest = new MemoryNeed(grant, split.split().toString(), "");
      }
    }
    return largest;
  }

  /// The windows of an order.
  ///
  /// @param groups how many steps are gathered together
  public static MemoryNeed windows(List<FileSplit> splits, Order order, StepGroups groups) {
    long grant = WindowNeed.bytes(order, splits, groups.steps());
    String window =
        String.format(
            Locale.ROOT, "window of %,d rows in %d lanes", order.spec().window(), order.lanes());
    return grant == 0 ? none() : new MemoryNeed(grant, window, " or window");
  }

  /// Rows from anywhere, where splits are read as a whole.
  public static MemoryNeed taken(List<FileSplit> splits, RankSteps steps, WantedRows wanted) {
    StepSplits.Need need = new StepSplits(steps, wanted).largest(splits);
    String step = "step " + need.step() + " with rows of " + need.splits() + " splits";
    return new MemoryNeed(need.bytes(), step, BATCH_SIZE);
  }

  /// Whether a budget holds it.
  ///
  /// @param copies what batches need besides
  public boolean fits(long budget, long copies) {
    return grant <= budget - copies;
  }

  /// Throws [IllegalArgumentException] unless a budget holds it.
  ///
  /// @param copies what batches need besides
  /// @param kept what of the budget is for a cache
  public void require(long budget, long copies, long kept) {
    if (!fits(budget - kept, copies)) {
      throw new IllegalArgumentException(
          what
              + " needs "
              + ByteSize.text(Math.min(grant, Long.MAX_VALUE - copies) + copies)
              + ", budget is "
              + ByteSize.text(budget)
              + (kept > 0 ? " with a cache of " + ByteSize.text(kept) : "")
              + ": set memoryBudget"
              + remedy);
    }
  }
}
