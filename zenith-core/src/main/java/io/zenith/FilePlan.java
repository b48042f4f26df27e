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
import io.zenith.internal.pipeline.SourceMemory;
import io.zenith.internal.pipeline.StepPlace;
import io.zenith.internal.pipeline.StepSplits;
import io.zenith.internal.pipeline.Tasks;
import io.zenith.internal.pipeline.WantedRows;
import io.zenith.internal.pipeline.WindowNeed;
import io.zenith.schema.Schema;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a loader reads of files.
///
/// @param files the files
/// @param columns the columns to read, as places in the schema
/// @param splits the splits of all files, in order, with the rows that the filter keeps
/// @param rankSteps what each step has
/// @param wanted where the rows are that the order counts
/// @param group how many steps are gathered together, where rows are not in file order
/// @param grant the most memory that has to be granted at a time
/// @param from the step to begin with
/// @param transforms what is done to the rows
/// @param options of the loader
record FilePlan(
    FileOrigin files,
    List<Integer> columns,
    List<FileSplit> splits,
    RankSteps rankSteps,
    WantedRows wanted,
    StepGroups group,
    long grant,
    StepPlace from,
    Transforms transforms,
    DataLoader.Builder options)
    implements Plan {
  private static final StepPlace START = new StepPlace(0, 0);

  static FilePlan of(FileOrigin files, List<Integer> columns, DataLoader.Builder options) {
    List<FileSplit> stored = files.splits(columns);
    if (options.shuffle().kind() == ShuffleKind.GLOBAL) {
      requireAnyRow(stored);
    }
    List<FileSplit> splits =
        options
            .filter()
            .map(filter -> FilterPass.keep(filter, stored, files, options))
            .orElse(stored);
    long rows = files.footers().rows();
    Optional<TakenRows> taken = options.taken();
    taken.ifPresent(named -> named.check(options, rows));
    Order order = order(files, splits, options);
    Shard shard = options.shard();
    boolean isAll = taken.isEmpty() && order.rows() == rows;
    RankSteps steps = new RankSteps(order, isAll, shard.rank(), shard.worldSize());
    WantedRows wanted = new WantedRows(splits, taken.map(TakenRows::numbers).orElse(null));
    FileRows fileRows = fileRows(files, splits);
    Transforms transforms =
        options.transforms(row -> {
          int file = fileRows.file(row);
          return files.files().get(file).file() + ", row " + (row - fileRows.first(file));
        });
    double rowBytes = Math.max((double) files.bytes(), decoded(splits)) / Math.max(1, rows);
    // Of splits that are read as a whole, several steps would need many more at a time.
    int most = taken.isPresent() && decoded(splits) > 0 ? 1 : Integer.MAX_VALUE;
    StepGroups groups = StepGroups.of(steps, rowBytes + transforms.rowBytes(), most);
    long grant = grant(splits, steps, wanted, groups, transforms, options);
    StepPlace start =
        options.resume().map(at -> new StepPlace((int) at.epoch(), at.step())).orElse(START);
    FilePlan plan =
        new FilePlan(
            files, columns, splits, steps, wanted, groups, grant, start, transforms, options);
    options.resume().ifPresent(plan::requireSameRun);
    return plan;
  }

  private void requireSameRun(Checkpoint checkpoint) {
    List<String> differences =
        checkpoint.identity().differences(identity(), "in the checkpoint", "here");
    if (!differences.isEmpty()) {
      throw new IllegalArgumentException(
          "the checkpoint is of another run: " + String.join("; ", differences));
    }
    if (checkpoint.epoch() > options.epochs()
        || checkpoint.step() > Math.max(0, rankSteps.count() - 1)) {
      throw new IllegalArgumentException(
          "the checkpoint is at epoch "
              + checkpoint.epoch()
              + ", step "
              + checkpoint.step()
              + "; there are "
              + options.epochs()
              + " epochs of "
              + rankSteps.count()
              + " steps");
    }
  }

  @Override
  public RunIdentity identity() {
    Order order = rankSteps.order();
    OrderSpec spec = order.spec();
    return new RunIdentity(
        Fingerprint.of(files.files(), files.splits(List.of())),
        options
            .taken()
            .map(TakenRows::kind)
            .orElseGet(() -> spec.kind().name().toLowerCase(Locale.ROOT)),
        spec.kind() == ShuffleKind.NONE ? 0 : spec.seed(),
        spec.kind() == ShuffleKind.WINDOWED ? spec.window() : 0,
        spec.lanes(),
        spec.globalBatch(),
        options.remainder(),
        options.filter().map(Filter::toString).orElse(""));
  }

  @Override
  public Receipt expectedReceipt(int epoch) {
    return ExpectedReceipt.of(rankSteps.order(), wanted, fileRows(), epoch);
  }

  @Override
  public List<RowPlace> explain(int epoch, long step) {
    return new StepExplanation(rankSteps, files.files(), splits, fileRows(), wanted)
        .of(epoch, step);
  }

  @Override
  public FileRows fileRows() {
    return fileRows(files, splits);
  }

  private static FileRows fileRows(FileOrigin files, List<FileSplit> splits) {
    long[] first = new long[files.files().size()];
    long row = 0;
    for (FileSplit split : splits) {
      row += split.split().rows();
      if (split.file() + 1 < first.length) {
        first[split.file() + 1] = row;
      }
    }
    for (int file = 1; file < first.length; file++) {
      first[file] = Math.max(first[file], first[file - 1]); // a file without splits
    }
    return new FileRows(first);
  }

  private static Order order(FileOrigin files, List<FileSplit> splits, DataLoader.Builder options) {
    Blocks blocks =
        options
            .taken()
            .map(taken -> Blocks.of(taken.numbers().length))
            .orElseGet(() ->
                Blocks.of(splits.stream().mapToLong(split -> split.rows().count()).toArray()));
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
            options.taken().isPresent() ? 1 : options.lanes(),
            batch,
            options.remainder().end()));
  }

  private static double decoded(List<FileSplit> splits) {
    return splits.stream().mapToDouble(split -> (double) split.bytes()).sum();
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

  /// The largest grant that splits ask for.
  ///
  /// @throws IllegalArgumentException if the budget does not hold it
  static long largest(List<FileSplit> splits, long budget) {
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

  private static long grant(
      List<FileSplit> splits,
      RankSteps steps,
      WantedRows wanted,
      StepGroups groups,
      Transforms transforms,
      DataLoader.Builder options) {
    long budget = options.memoryBudget();
    if (!gathers(steps, transforms)) {
      return largest(splits, budget);
    }
    return options.taken().isPresent()
        ? taken(splits, new StepSplits(steps, wanted), groups, budget)
        : windows(splits, steps.order(), groups, budget);
  }

  /// In a global shuffle, windows take no memory.
  private static long windows(List<FileSplit> splits, Order order, StepGroups groups, long budget) {
    String window =
        String.format(
            Locale.ROOT, "window of %,d rows in %d lanes", order.spec().window(), order.lanes());
    long need = WindowNeed.bytes(order, splits, groups.steps());
    return held(need, window, "window", groups, budget);
  }

  /// Rows that are views take no memory.
  private static long taken(
      List<FileSplit> splits, StepSplits steps, StepGroups groups, long budget) {
    if (decoded(splits) == 0) {
      return held(0, "", "", groups, budget);
    }
    StepSplits.Need need = steps.largest(splits);
    String step = "step " + need.step() + " with rows of " + need.splits() + " splits";
    return held(need.bytes(), step, "a smaller batch size", groups, budget);
  }

  /// What has to be granted, if the budget holds it and a batch besides.
  ///
  /// @param what what needs it
  /// @param other what else could be set
  private static long held(long need, String what, String other, StepGroups groups, long budget) {
    if (need > budget - groups.bytes()) {
      throw new IllegalArgumentException(
          (need > 0 ? what : "a batch")
              + " needs "
              + ByteSize.text(Math.min(need, Long.MAX_VALUE - groups.bytes()) + groups.bytes())
              + ", budget is "
              + ByteSize.text(budget)
              + ": set memoryBudget or "
              + (need > 0 ? other : "a smaller batch size"));
    }
    return need;
  }

  @Override
  public long copies() {
    return gathers() ? group.bytes() : 0;
  }

  /// Whether the rows of steps are copied together, and not views of what is read.
  boolean gathers() {
    return gathers(rankSteps, transforms);
  }

  private static boolean gathers(RankSteps steps, Transforms transforms) {
    return !steps.areInFileOrder() || !transforms.areNone();
  }

  @Override
  public Schema schema() {
    return transforms.schema();
  }

  @Override
  public Optional<RankSteps> steps() {
    return Optional.of(rankSteps);
  }

  @Override
  public Supply open(Tasks tasks, Budget budget) {
    OpenSources<Chunk> sources = files.sources(columns, chunk -> chunk, account(budget), tasks);
    return new FileSupply(this, sources, tasks, budget);
  }

  /// Counts what open files keep in memory.
  static SourceMemory.Account account(Budget budget) {
    return (bytes, file) -> budget.charge(bytes, file, "set memoryBudget");
  }
}
