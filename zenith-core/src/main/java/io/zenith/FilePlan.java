package io.zenith;

import io.zenith.internal.ByteSize;
import io.zenith.internal.order.Blocks;
import io.zenith.internal.order.Order;
import io.zenith.internal.order.OrderDefaults;
import io.zenith.internal.order.OrderSpec;
import io.zenith.internal.order.ShuffleKind;
import io.zenith.internal.pipeline.Budget;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.RankSteps;
import io.zenith.internal.pipeline.Tasks;
import io.zenith.internal.pipeline.WindowNeed;
import java.util.List;
import java.util.Optional;

/// What a loader reads of files.
///
/// @param files the files
/// @param columns the columns to read, as places in the schema
/// @param splits the splits of all files, in order
/// @param rankSteps what each step has
/// @param group how many steps are gathered together, where rows are not in file order
/// @param grant the most memory that has to be granted at a time
/// @param options of the loader
record FilePlan(
    FileOrigin files,
    List<Integer> columns,
    List<FileSplit> splits,
    RankSteps rankSteps,
    StepGroups group,
    long grant,
    DataLoader.Builder options)
    implements Plan {

  static FilePlan of(FileOrigin files, List<Integer> columns, DataLoader.Builder options) {
    List<FileSplit> splits = files.splits(columns);
    Order order = order(files, splits, options);
    Shard shard = options.shard();
    RankSteps steps = new RankSteps(order, shard.rank(), shard.worldSize());
    if (order.spec().kind() == ShuffleKind.GLOBAL) {
      requireAnyRow(splits);
    }
    StepGroups groups = StepGroups.of(steps, files.bytes());
    long grant =
        steps.areInFileOrder() || order.spec().kind() == ShuffleKind.GLOBAL
            ? largest(splits, options.memoryBudget())
            : windows(splits, order, groups, options.memoryBudget());
    return new FilePlan(files, columns, splits, steps, groups, grant, options);
  }

  private static Order order(FileOrigin files, List<FileSplit> splits, DataLoader.Builder options) {
    Blocks blocks = Blocks.of(splits.stream().mapToLong(split -> split.split().rows()).toArray());
    Shuffle shuffle = options.shuffle();
    long batch = options.globalBatch();
    long window =
        options.window().orElseGet(() -> OrderDefaults.window(files.bytes(), blocks.rows(), batch));
    return Order.of(
        blocks,
        new OrderSpec(
            shuffle.kind(),
            shuffle.seed(),
            window,
            options.lanes(),
            batch,
            options.remainder().end()));
  }

  private static void requireAnyRow(List<FileSplit> splits) {
    for (FileSplit split : splits) {
      if (!split.split().randomAccess() || split.bytes() > 0) {
        throw new IllegalArgumentException(
            "a global shuffle needs files that give any row without decoding others, and "
                + split.split()
                + " does not: use shuffle(seed), or files that are not compressed");
      }
    }
  }

  private static long largest(List<FileSplit> splits, long budget) {
    long largest = 0;
    for (FileSplit split : splits) {
      long grant = Budget.grantFor(split.bytes());
      if (grant > budget) {
        throw new IllegalArgumentException(
            split.split()
                + " needs "
                + ByteSize.text(grant)
                + " of memory, the budget is "
                + ByteSize.text(budget)
                + ": set memoryBudget");
      }
      largest = Math.max(largest, grant);
    }
    return largest;
  }

  private static long windows(List<FileSplit> splits, Order order, StepGroups groups, long budget) {
    long need = WindowNeed.bytes(order, splits, groups.steps());
    if (need > budget - groups.bytes()) {
      throw new IllegalArgumentException(
          "window of "
              + String.format(java.util.Locale.ROOT, "%,d", order.spec().window())
              + " rows in "
              + order.lanes()
              + " lanes needs "
              + ByteSize.text(need + groups.bytes())
              + ", budget is "
              + ByteSize.text(budget)
              + ": set memoryBudget or window");
    }
    return need;
  }

  @Override
  public Optional<RankSteps> steps() {
    return Optional.of(rankSteps);
  }

  @Override
  public Supply open(Tasks tasks, Budget budget) {
    OpenSources<Chunk> sources =
        files.sources(
            columns, (bytes, file) -> budget.charge(bytes, file, "set memoryBudget"), tasks);
    return new FileSupply(this, sources, tasks, budget);
  }
}
