package io.zenith;

import io.zenith.internal.files.Fingerprint;
import io.zenith.internal.files.RowSize;
import io.zenith.internal.order.Blocks;
import io.zenith.internal.order.Order;
import io.zenith.internal.order.OrderDefaults;
import io.zenith.internal.order.OrderSpec;
import io.zenith.internal.order.ShuffleKind;
import io.zenith.internal.pipeline.Depth;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.RankSteps;
import io.zenith.internal.pipeline.StepPlace;
import io.zenith.internal.pipeline.WantedRows;
import io.zenith.internal.proof.ExpectedReceipt;
import io.zenith.internal.proof.RunIdentity;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Which rows of files each step has.
///
/// @param files the files
/// @param splits the splits of all files, in order, with the rows that count
/// @param rankSteps what each step has
/// @param wanted where the rows are that the order counts
/// @param options of the loader
record FileOrder(
    FileOrigin files,
    List<FileSplit> splits,
    RankSteps rankSteps,
    WantedRows wanted,
    LoaderOptions options) {

  /// @param splits with the rows that count
  static FileOrder of(FileOrigin files, List<FileSplit> splits, LoaderOptions options) {
    long rows = files.footers().rows();
    Optional<TakenRows> taken = options.taken();
    taken.ifPresent(named -> named.check(options, rows));
    Order order = order(files, splits, options);
    Shard shard = options.shard();
    boolean isAll = taken.isEmpty() && order.rows() == rows;
    RankSteps steps = new RankSteps(order, isAll, shard.rank(), shard.worldSize());
    WantedRows wanted = new WantedRows(splits, taken.map(TakenRows::numbers).orElse(null));
    return new FileOrder(files, splits, steps, wanted, options);
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

  /// What the rows of each step depend on. Which rows count does not matter: that follows from the
  /// filter.
  RunIdentity identity() {
    OrderSpec spec = rankSteps.order().spec();
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
        options.remainder().end(),
        options.filter().map(Filter::toString).orElse(""));
  }

  /// The step to begin with.
  ///
  /// @throws IllegalArgumentException if the run to go on with is another one
  StepPlace start() {
    return options.resume().map(this::start).orElse(new StepPlace(0, 0));
  }

  private StepPlace start(Checkpoint checkpoint) {
    List<String> differences =
        checkpoint.identity().differences(identity(), "in the checkpoint", "here");
    if (!differences.isEmpty()) {
      throw new IllegalArgumentException(
          "the checkpoint is of another run: " + String.join("; ", differences));
    }
    long count = rankSteps.count();
    // Who had to give up before the end showed is behind the last step.
    boolean isAtEnd = checkpoint.step() == count && count > 0;
    long epoch = isAtEnd ? checkpoint.epoch() + 1 : checkpoint.epoch();
    if (epoch > options.epochs() || checkpoint.step() > count) {
      throw new IllegalArgumentException(
          "the checkpoint is at epoch "
              + checkpoint.epoch()
              + ", step "
              + checkpoint.step()
              + "; there are "
              + options.epochs()
              + " epochs of "
              + count
              + " steps");
    }
    return new StepPlace((int) epoch, isAtEnd ? 0 : checkpoint.step());
  }

  Receipt expectedReceipt(int epoch) {
    return Receipt.of(ExpectedReceipt.of(rankSteps.order(), wanted, files.rowsOfFiles(), epoch));
  }

  List<RowPlace> explain(int epoch, long step) {
    return new StepExplanation(rankSteps, files.files(), splits, files.rowsOfFiles(), wanted)
        .of(epoch, step);
  }

  /// How far to read ahead.
  Depth depth() {
    return options.depth(files.storage());
  }

  /// How many fetches may be on their way at most.
  int fetches() {
    return files.storage().isRemote() ? depth().most() : 0;
  }

  /// The most bytes of a row, on average over a step.
  double rowBytes() {
    return RowSize.largest(files.files(), splits, rankSteps.count() == 0 ? 1 : rankSteps.rows(0));
  }
}
