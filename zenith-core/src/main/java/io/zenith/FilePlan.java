package io.zenith;

import io.zenith.internal.filter.BoundFilter;
import io.zenith.internal.pipeline.Budget;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.Keeping;
import io.zenith.internal.pipeline.MemoryNeed;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.RankSteps;
import io.zenith.internal.pipeline.Resources;
import io.zenith.internal.pipeline.SourceMemory;
import io.zenith.internal.pipeline.SplitCache;
import io.zenith.internal.pipeline.StepGroups;
import io.zenith.internal.pipeline.StepPlace;
import io.zenith.internal.proof.FileRows;
import io.zenith.internal.proof.RunIdentity;
import io.zenith.internal.rows.Chunk;
import io.zenith.schema.Schema;
import io.zenith.spi.Projection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// What a loader reads of files whose rows are counted before they are read.
///
/// @param columns what to read of the columns of the schema
/// @param order what each step has
/// @param source where the rows of steps come from
/// @param group how many steps are gathered together, where rows are not in file order
/// @param grant the most memory that has to be granted at a time
/// @param cache what is kept in memory
/// @param disk what is kept on a disk, if anything is
/// @param from the step to begin with
/// @param transforms what is done to the rows that are delivered
record FilePlan(
    List<Projection> columns,
    FileOrder order,
    RowSource source,
    StepGroups group,
    long grant,
    CachePlan cache,
    Optional<BlockPlan> disk,
    StepPlace from,
    Transforms transforms)
    implements Plan {

  static FilePlan of(FileOrigin files, List<Projection> columns, LoaderOptions options) {
    Transforms before = options.transforms.beforeCache(options.schema(), files::nameOf);
    Transforms transforms =
        options.transforms.afterCache(before.schema(), options.shuffle().seed(), files::nameOf);
    if (!before.areNone() && !files.areAlike(columns)) {
      throw new IllegalArgumentException(
          "the files differ in their columns, which have to be converted first: call cache before"
              + " map");
    }
    List<FileSplit> stored = CachePlan.made(files.splits(columns), before);
    List<FileSplit> splits =
        options.filter().map(filter -> kept(filter, stored, files, options)).orElse(stored);
    FileOrder order = FileOrder.of(files, splits, options);
    RankSteps steps = order.rankSteps();
    CachePlan wish = CachePlan.of(splits, before, options);
    RowSource source = RowSource.of(splits, steps, transforms, wish, options);
    // Of splits that are read as a whole, several steps would need many more at a time.
    int most = source == RowSource.NAMED_SPLITS ? 1 : Integer.MAX_VALUE;
    StepGroups groups = StepGroups.of(steps, order.rowBytes() + transforms.rowBytes(), most);
    MemoryNeed need =
        switch (source) {
          case FILE_ORDER, KEPT -> MemoryNeed.largest(splits);
          case WINDOWS -> MemoryNeed.windows(splits, steps.order(), groups);
          case VIEWS -> MemoryNeed.none();
          case NAMED_SPLITS -> MemoryNeed.taken(splits, steps, order.wanted());
        };
    long copies = source == RowSource.FILE_ORDER ? 0 : groups.bytes();
    CachePlan cache =
        source == RowSource.KEPT ? wish : wish.within(options.memoryBudget(), need, copies);
    need.require(options.memoryBudget(), copies, cache.bytes());
    Optional<BlockPlan> disk =
        options.disk().map(kept -> new BlockPlan(kept, files, columns, splits, before));
    return new FilePlan(
        columns, order, source, groups, need.grant(), cache, disk, order.start(), transforms);
  }

  private static List<FileSplit> kept(
      Filter filter, List<FileSplit> splits, FileOrigin files, LoaderOptions options) {
    BoundFilter bound = filter.bind(files.schema());
    Supplier<List<FileSplit>> pass = () -> FilterPass.keep(bound, splits, files, options);
    return options
        .disk()
        .map(disk -> new KeptSelections(disk, files, filter).of(splits, pass))
        .orElseGet(pass);
  }

  @Override
  public RunIdentity identity() {
    return order.identity();
  }

  @Override
  public Receipt expectedReceipt(int epoch) {
    return order.expectedReceipt(epoch);
  }

  @Override
  public List<RowPlace> explain(int epoch, long step) {
    return order.explain(epoch, step);
  }

  @Override
  public FileRows fileRows() {
    return order.files().rowsOfFiles();
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
    return Optional.of(order.rankSteps());
  }

  @Override
  public OptionalLong knownSteps() {
    return OptionalLong.of(order.rankSteps().count());
  }

  @Override
  public int fetches() {
    return order.fetches();
  }

  @Override
  public Supply open(Resources with) {
    SplitCache<Chunk> kept =
        cache.bytes() == 0 ? null : new SplitCache<>(cache.bytes(), with.budget());
    Optional<DiskBlocks> blocks = disk.flatMap(BlockPlan::open);
    Keeping<Chunk> keeping = new Keeping<>(cache.remake(with.tasks()), kept, blocks.orElse(null));
    OpenSources<Chunk> sources =
        order
            .files()
            .telling(with.meter().requests())
            .sources(columns, chunk -> chunk, null, keeping, account(with.budget()), with.tasks());
    return new FileSupply(this, sources, blocks, with);
  }

  /// Counts what open files keep in memory.
  static SourceMemory.Account account(Budget budget) {
    return (bytes, file) -> budget.charge(bytes, file, "set memoryBudget");
  }
}
