package io.zenith.cli;

import io.zenith.Batch;
import io.zenith.Checkpoint;
import io.zenith.DataLoader;
import io.zenith.Epoch;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Trains a model, tests it after each epoch, and counts what training waits for data: the time to
/// take a batch (`hasNext` and `next`) and to copy it into floats.
final class Training {
  /// Batches of the test, which learns nothing from them.
  private static final int TEST_ROWS = 256;

  /// The rate falls to this share of itself in the last epoch: late steps should be small.
  private static final double LAST_RATE = 0.1;

  private final TrainingData data;
  private final ImageColumns columns;
  private final TrainingOptions options;
  private final SoftmaxRegression model;
  private final Progress progress;
  private long seen;
  private long steps;
  private long stopAfter = Long.MAX_VALUE;
  private @Nullable Checkpoint from;

  // What was learned last, and from which rows of the epoch.
  private @Nullable Checkpoint at;
  private double loss;
  private long lossRows;

  Training(TrainingData data, ImageColumns columns, TrainingOptions options, Progress progress) {
    this.data = data;
    this.columns = columns;
    this.options = options;
    this.model =
        new SoftmaxRegression(
            columns.features(), columns.classes(), columns.scale(), options.seed());
    this.progress = progress;
  }

  /// How many numbers the model learns.
  int parameters() {
    return model.size();
  }

  /// Goes on where another training was.
  void resume(TrainingState state) {
    from = state.checkpoint();
    seen = from.epoch() * data.training().rowCount() + from.step() * from.globalBatch();
    model.restore(state.parameters());
    loss = state.loss();
    lossRows = state.rows();
  }

  /// Stops after so many steps.
  void stopAfter(long most) {
    stopAfter = most;
  }

  /// Where the training is, if it has begun: after the last step that the model has learned from.
  Optional<TrainingState> state() {
    return Optional.ofNullable(at)
        .map(step -> new TrainingState(step, options, loss, lossRows, model.parameters()));
  }

  /// Runs all epochs that are left. One in which the training stops is tested as well.
  ///
  /// @param report told each epoch when it has been tested
  void run(Consumer<EpochResult> report) {
    LabelledRows rows =
        columns.rows((int) Math.min(options.batchSize(), data.training().rowCount()));
    DataLoader.Builder loading =
        data.training()
            .loader(options.batchSize())
            .epochs(options.epochs())
            .shuffle(options.seed());
    if (from != null) {
      loading.resume(from);
    }
    try (DataLoader loader = loading.build()) {
      at = loader.checkpoint();
      Iterator<Epoch> epochs = loader.epochs().iterator();
      while (steps < stopAfter && epochs.hasNext()) {
        report.accept(train(epochs.next(), rows));
      }
    }
  }

  private EpochResult train(Epoch epoch, LabelledRows rows) {
    float rate = rate(epoch.number());
    if (at == null || at.step() == 0) {
      loss = 0;
      lossRows = 0;
    }
    long samples = 0;
    long taking = 0;
    long copying = 0;
    long start = System.nanoTime();
    long before = start;
    Iterator<Batch> batches = epoch.iterator();
    while (steps < stopAfter && batches.hasNext()) {
      Batch batch = batches.next();
      long taken = System.nanoTime();
      rows.load(batch, data.learned());
      long copied = System.nanoTime();
      loss += model.train(rows.pixels(), rows.labels(), rows.count(), rate);
      lossRows += rows.count();
      at = batch.checkpoint();
      steps++;
      samples += rows.count();
      taking += taken - before;
      copying += copied - taken;
      seen += batch.rows();
      progress.at(seen);
      StoppedException.check();
      before = System.nanoTime();
    }
    long end = System.nanoTime();
    taking += end - before;
    if (!Double.isFinite(loss)) {
      throw new CommandFailure(
          "the model diverged in epoch " + epoch.number() + ": lower --learning-rate");
    }
    return new EpochResult(
        epoch.number(),
        test(),
        loss / lossRows,
        samples,
        (end - start) / 1e9,
        taking / 1e9,
        copying / 1e9);
  }

  private float rate(int epoch) {
    double progress = options.epochs() == 1 ? 0 : (double) epoch / (options.epochs() - 1);
    return (float) (options.learningRate() * Math.pow(LAST_RATE, progress));
  }

  /// The share of the test that the model gets right.
  private double test() {
    LabelledRows rows = columns.rows(TEST_ROWS);
    long right = 0;
    long all = 0;
    try (DataLoader loader = data.test().loader(TEST_ROWS).build()) {
      for (Batch batch : loader) {
        rows.load(batch, data.tested());
        for (int row = 0; row < rows.count(); row++) {
          right += model.classify(rows.pixels(), row) == rows.labels()[row] ? 1 : 0;
        }
        all += rows.count();
        StoppedException.check();
      }
    }
    return (double) right / all;
  }
}
