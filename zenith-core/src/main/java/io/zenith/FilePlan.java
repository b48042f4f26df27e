package io.zenith;

import io.zenith.internal.order.Blocks;
import io.zenith.internal.order.Order;
import io.zenith.internal.order.OrderDefaults;
import io.zenith.internal.order.OrderSpec;
import io.zenith.internal.order.ShuffleKind;
import io.zenith.internal.pipeline.Budget;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.RankSteps;
import io.zenith.internal.pipeline.Resources;
import io.zenith.internal.pipeline.SourceMemory;
import io.zenith.internal.pipeline.SplitCache;
import io.zenith.internal.pipeline.StepPlace;
import io.zenith.internal.pipeline.WantedRows;
import io.zenith.schema.Schema;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;

/// What a loader reads of files.
///
/// @param files the files
/// @param columns the columns to read, as places in the schema
/// @param splits the splits of all files, in order, with the rows that the filter keeps
/// @param rankSteps what each step has
/// @param wanted where the rows are that the order counts
/// @param source where the rows of steps come from
/// @param group how many steps are gathered together, where rows are not in file order
/// @param grant the most memory that has to be granted at a time
/// @param cache what is kept in memory
/// @param from the step to begin with
/// @param transforms what is done to the rows that are delivered
/// @param options of the loader
record FilePlan(
    FileOrigin files,
    List<Integer> columns,
    List<FileSplit> splits,
    RankSteps rankSteps,
    WantedRows wanted,
    RowSource source,
    StepGroups group,
    long grant,
    CachePlan cache,
    StepPlace from,
    Transforms transforms,
    LoaderOptions options)
    implements Plan {
  private static final StepPlace START = new StepPlace(0, 0);

  static FilePlan of(FileOrigin files, List<Integer> columns, LoaderOptions options) {
    LongFunction<String> names = names(files);
    Transforms before = options.transforms.beforeCache(options.schema(), names);
    Transforms transforms =
        options.transforms.afterCache(before.schema(), options.shuffle().seed(), names);
    if (!before.areNone() && !files.areAlike(columns)) {
      throw new IllegalArgumentException(
          "the files differ in their columns, which have to be converted first: call cache before"
              + " map");
    }
    List<FileSplit> stored = CachePlan.made(files.splits(columns), before);
    List<FileSplit> splits =
        options
            .filter()
            .map(filter -> FilterPass.keep(filter, stored, files, options))
            .orElse(stored);
    CachePlan wish = CachePlan.of(splits, before, options);
    long rows = files.footers().rows();
    Optional<TakenRows> taken = options.taken();
    taken.ifPresent(named -> named.check(options, rows));
    Order order = order(files, splits, options);
    Shard shard = options.shard();
    boolean isAll = taken.isEmpty() && order.rows() == rows;
    RankSteps steps = new RankSteps(order, isAll, shard.rank(), shard.worldSize());
    WantedRows wanted = new WantedRows(splits, taken.map(TakenRows::numbers).orElse(null));
    RowSource source = RowSource.of(splits, steps, transforms, wish, options);
    double rowBytes = RowSize.largest(files, splits, steps.count() == 0 ? 1 : steps.rows(0));
    // Of splits that are read as a whole, several steps would need many more at a time.
    int most = source == RowSource.NAMED_SPLITS ? 1 : Integer.MAX_VALUE;
    StepGroups groups = StepGroups.of(steps, rowBytes + transforms.rowBytes(), most);
    MemoryNeed need =
        switch (source) {
          case FILE_ORDER, KEPT -> MemoryNeed.largest(splits);
          case WINDOWS -> MemoryNeed.windows(splits, order, groups);
          case VIEWS -> MemoryNeed.none();
          case NAMED_SPLITS -> MemoryNeed.taken(splits, steps, wanted);
        };
    long copies = source == RowSource.FILE_ORDER ? 0 : groups.bytes();
    CachePlan cache =
        source == RowSource.KEPT ? wish : wish.within(options.memoryBudget(), need, copies);
    need.require(options.memoryBudget(), copies, cache.bytes());
    StepPlace start =
        options.resume().map(at -> new StepPlace((int) at.epoch(), at.step())).orElse(START);
    FilePlan plan =
        new FilePlan(
            files,
            columns,
            splits,
            steps,
            wanted,
            source,
            groups,
            need.grant(),
            cache,
            start,
            transforms,
            options);
    options.resume().ifPresent(plan::requireSameRun);
    return plan;
  }

  /// What rows are called in messages. Looked up when there is one: few ever are.
  private static LongFunction<String> names(FileOrigin files) {
    return row -> {
      FileRows rows = fileRows(files);
      int file = rows.file(row);
      return files.files().get(file).file() + ", row " + (row - rows.first(file));
    };
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
    return fileRows(files);
  }

  private static FileRows fileRows(FileOrigin files) {
    long[] first = new long[files.files().size()];
    long row = 0;
    for (FileSplit split : files.splits(List.of())) {
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

  private static Order order(FileOrigin files, List<FileSplit> splits, LoaderOptions options) {
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

  @Override
  public long copies() {
    return gathers() ? group.bytes() : 0;
  }

  @Override
  public long kept() {
    return cache.bytes();
  }

  /// Whether the rows of steps are copied together, and not views of what is read.
  boolean gathers() {
    return source != RowSource.FILE_ORDER;
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
  public int fetches() {
    return files.storage().isRemote() ? options.depth(files.storage()).most() : 0;
  }

  @Override
  public Supply open(Resources with) {
    SplitCache<Chunk> kept =
        cache.bytes() == 0 ? null : new SplitCache<>(cache.bytes(), with.budget());
    OpenSources<Chunk> sources =
        files.sources(
            columns,
            chunk -> chunk,
            cache.remake(with.tasks()),
            kept,
            account(with.budget()),
            with.tasks());
    return new FileSupply(this, sources, with);
  }

  /// Counts what open files keep in memory.
  static SourceMemory.Account account(Budget budget) {
    return (bytes, file) -> budget.charge(bytes, file, "set memoryBudget");
  }
}
