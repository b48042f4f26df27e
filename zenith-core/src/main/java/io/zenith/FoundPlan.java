package io.zenith;

import io.zenith.internal.filter.BoundFilter;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.Keeping;
import io.zenith.internal.pipeline.MemoryNeed;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.PickerPool;
import io.zenith.internal.pipeline.RankSteps;
import io.zenith.internal.pipeline.Resources;
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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What a loader reads of files whose rows a filter keeps or not, once and in file order: rows are
/// found as they are read. How many there are is found out only if someone asks, by a look of its
/// own.
final class FoundPlan implements Plan {
  /// Of the groups that are gathered, the consumer may have one while it waits for the next.
  private static final int WAITING = 2;

  private final FileOrigin files;
  private final List<Projection> columns;
  private final BoundFilter filter;
  private final Transforms transforms;
  private final LoaderOptions options;

  /// The order if the filter kept all rows.
  private final FileOrder most;

  /// What has to be read, by what the footers say.
  private final List<FileSplit> splits;

  private final StepGroups groups;
  private final MemoryNeed need;
  private @Nullable FileOrder exact;

  private FoundPlan(
      FileOrder most,
      List<FileSplit> splits,
      List<Projection> columns,
      BoundFilter filter,
      Transforms transforms,
      StepGroups groups) {
    this.files = most.files();
    this.options = most.options();
    this.most = most;
    this.splits = splits;
    this.columns = columns;
    this.filter = filter;
    this.transforms = transforms;
    this.groups = groups;
    this.need = MemoryNeed.largest(splits);
  }

  /// A plan, if nothing depends on how many rows the filter keeps, and the budget holds what it
  /// takes to gather whole steps.
  static Optional<FoundPlan> of(
      FileOrigin files, List<Projection> selected, Filter filter, LoaderOptions options) {
    if (!isOnceInFileOrder(options)) {
      return Optional.empty();
    }
    Transforms transforms =
        options.transforms.afterCache(options.schema(), options.shuffle().seed(), files::nameOf);
    BoundFilter bound = filter.bind(files.schema());
    List<Projection> columns = bound.besides(selected);
    FileOrder most = FileOrder.of(files, files.splits(columns), options);
    List<FileSplit> splits = files.mayKeep(bound).stream().mapToObj(most.splits()::get).toList();
    double rowBytes = most.rowBytes() + transforms.rowBytes();
    return IntStream.of(Integer.MAX_VALUE, 1)
        .mapToObj(steps -> StepGroups.of(most.rankSteps(), rowBytes, steps))
        .map(groups -> new FoundPlan(most, splits, columns, bound, transforms, groups))
        .filter(plan -> plan.need.fits(options.memoryBudget(), plan.copies()))
        .findFirst();
  }

  /// Whether all rows are for this loader, in their order, from the first one on.
  private static boolean isOnceInFileOrder(LoaderOptions options) {
    return options.shuffle().equals(Shuffle.none())
        && options.shard().worldSize() == 1
        && options.lanes() == 1
        && options.globalBatch() <= Integer.MAX_VALUE
        && options.remainder() == Remainder.KEEP
        && options.epochs() == 1
        && options.taken().isEmpty()
        && options.resume().isEmpty()
        && options.cache().isEmpty()
        && options.disk().isEmpty()
        && !options.transforms.haveBatches();
  }

  @Override
  public Schema schema() {
    return transforms.schema();
  }

  @Override
  public Optional<RankSteps> steps() {
    return Optional.of(exact().rankSteps());
  }

  private synchronized FileOrder exact() {
    FileOrder known = exact;
    if (known == null) {
      List<FileSplit> kept = FilterPass.keep(filter, files.splits(columns), files, options);
      known = FileOrder.of(files, kept, options);
      exact = known;
    }
    return known;
  }

  @Override
  public OptionalLong knownSteps() {
    return OptionalLong.empty();
  }

  @Override
  public StepPlace from() {
    return new StepPlace(0, 0);
  }

  @Override
  public RunIdentity identity() {
    return most.identity();
  }

  @Override
  public Receipt expectedReceipt(int epoch) {
    return exact().expectedReceipt(epoch);
  }

  @Override
  public List<RowPlace> explain(int epoch, long step) {
    return exact().explain(epoch, step);
  }

  @Override
  public FileRows fileRows() {
    return files.rowsOfFiles();
  }

  @Override
  public long grant() {
    return need.grant();
  }

  @Override
  public long copies() {
    return WAITING * pickerBytes();
  }

  /// What is set aside for a group: as much again is for batches whose rows are in several.
  private long pickerBytes() {
    return 2 * groups.bytes();
  }

  @Override
  public long kept() {
    return 0;
  }

  @Override
  public int fetches() {
    return most.fetches();
  }

  @Override
  public Supply open(Resources with) {
    OpenSources<Chunk> sources =
        files
            .telling(with.meter().requests())
            .sources(
                columns,
                chunk -> chunk.keeping(filter.rows(chunk), options.schema().fields().size()),
                filter,
                Keeping.nothing(),
                FilePlan.account(with.budget()),
                with.tasks());
    Transforms called = transforms.calledBy(with.tasks()::call);
    PickerPool<Chunk> pickers =
        new PickerPool<>(() -> new ChunkPicker(called, fileRows()), with.budget(), pickerBytes());
    return new FoundSupply(splits, most.depth(), groups.steps(), sources, pickers, with);
  }
}
