package io.zenith;

import io.zenith.internal.ByteSize;
import io.zenith.internal.order.OrderDefaults;
import io.zenith.internal.pipeline.Depth;
import io.zenith.internal.pipeline.Tasks;
import io.zenith.internal.pipeline.ThreadTasks;
import io.zenith.internal.proof.RunIdentity;
import io.zenith.schema.Schema;
import io.zenith.spi.LoaderListener;
import io.zenith.spi.Storage;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The options of a loader, and what follows from those that are set and those that are not.
final class LoaderOptions {
  final Dataset dataset;
  final int batchSize;
  int epochs = 1;
  Shuffle shuffle = Shuffle.none();
  Shard shard = Shard.of(0, 1);
  OptionalLong globalBatch = OptionalLong.empty();
  OptionalLong window = OptionalLong.empty();
  OptionalInt lanes = OptionalInt.empty();
  @Nullable Remainder remainder;
  @Nullable TakenRows taken;
  @Nullable Checkpoint checkpoint;
  @Nullable Path trail;
  final TransformOptions transforms = new TransformOptions();
  @Nullable MemoryCache cache;
  @Nullable DiskCache disk;
  @Nullable LoaderListener listener;
  int threads = Runtime.getRuntime().availableProcessors();
  int prefetch = 2 * Runtime.getRuntime().availableProcessors();
  long memoryBudget = Runtime.getRuntime().maxMemory();
  IntFunction<Tasks> tasks = ThreadTasks::new;
  private final Set<String> set = new HashSet<>();

  LoaderOptions(Dataset dataset, int batchSize) {
    this.dataset = dataset;
    this.batchSize = atLeastOne("batch size", batchSize);
  }

  /// Notes that an option is set.
  ///
  /// @throws IllegalStateException if it was before
  String once(String option) {
    if (!set.add(option)) {
      throw new IllegalStateException(option + " is set already");
    }
    return option;
  }

  static int atLeastOne(String option, int value) {
    return (int) atLeastOne(option, (long) value);
  }

  static long atLeastOne(String option, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(option + " " + value + "; at least 1");
    }
    return value;
  }

  /// What will be read, and how.
  Plan plan() {
    return dataset.origin().plan(dataset.columns(), this);
  }

  /// The columns that are read.
  Schema schema() {
    return dataset.schema();
  }

  /// The cache in memory that was set.
  Optional<MemoryCache> cache() {
    return Optional.ofNullable(cache);
  }

  /// The cache on a disk that was set.
  Optional<DiskCache> disk() {
    return Optional.ofNullable(disk);
  }

  Optional<Filter> filter() {
    return dataset.filter();
  }

  Optional<Checkpoint> resume() {
    return Optional.ofNullable(checkpoint);
  }

  private Optional<RunIdentity> resumed(String option) {
    return set.contains(option) ? Optional.empty() : resume().map(Checkpoint::identity);
  }

  Shuffle shuffle() {
    return resumed("shuffle").map(Shuffle::of).orElse(shuffle);
  }

  Optional<TakenRows> taken() {
    return Optional.ofNullable(taken);
  }

  Shard shard() {
    return shard;
  }

  OptionalLong window() {
    long before = resumed("window").map(RunIdentity::window).orElse(0L);
    return before > 0 ? OptionalLong.of(before) : window;
  }

  /// Rows of a step over all ranks.
  long globalBatch() {
    long here = globalBatch.orElse((long) batchSize * shard.worldSize());
    return resumed("globalBatch").map(RunIdentity::globalBatch).orElse(here);
  }

  int lanes() {
    int rankRows = (int) Math.max(1, Math.min(globalBatch() / shard.worldSize(), batchSize));
    return resumed("lanes")
        .map(before -> (int) before.lanes())
        .orElseGet(() -> lanes.orElseGet(() -> OrderDefaults.lanes(shard.worldSize(), rankRows)));
  }

  Tasks newTasks() {
    return tasks.apply(threads);
  }

  int prefetch() {
    return prefetch;
  }

  /// How far to read ahead.
  Depth depth(Storage storage) {
    return storage.isRemote() && !set.contains("prefetch")
        ? Depth.adapting(prefetch)
        : Depth.of(prefetch);
  }

  int epochs() {
    return epochs;
  }

  /// The first of these options that is set.
  Optional<String> firstSet(String... options) {
    return Stream.of(options).filter(set::contains).findFirst();
  }

  long memoryBudget() {
    return memoryBudget;
  }

  Remainder remainder() {
    Remainder chosen =
        resumed("remainder").map(RunIdentity::remainder).map(Remainder::of).orElse(remainder);
    return chosen != null ? chosen : shard.worldSize() == 1 ? Remainder.KEEP : Remainder.DROP;
  }

  /// The options and the dataset, within 20 lines.
  @Override
  public String toString() {
    return "batches of "
        + batchSize
        + ", "
        + epochs
        + " epochs, shuffle "
        + shuffle
        + ", shard "
        + shard
        + ", remainder "
        + remainder()
        + ", prefetch "
        + prefetch
        + ", memory budget "
        + ByteSize.text(memoryBudget)
        + "\n"
        + dataset;
  }
}
