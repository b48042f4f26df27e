package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Epoch;
import io.zenith.Remainder;
import io.zenith.Shuffle;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/// A loader whose batches are consumed one after the other, epoch after epoch. A pass is 10^6 rows,
/// and a turn need not end with one.
final class ShuffledPasses implements PassReader {
  /// Rows of a batch, unless something else is said.
  static final int BATCH_ROWS = 256;

  /// About so many rows are consumed between two readings of the clock.
  private static final int LAP_ROWS = 50 * BATCH_ROWS;

  private final String title;
  private final Dataset dataset;
  private final Shuffle shuffle;
  private final DataLoader loader;
  private final ToDoubleFunction<Batch> work;
  private final Iterator<Epoch> epochs;
  private final int lap;
  private final double lapsOfPass;
  private Iterator<Batch> batches = Collections.emptyIterator();

  /// @param work makes what consumes each batch
  ShuffledPasses(
      String title,
      Dataset dataset,
      Shuffle shuffle,
      int batchRows,
      Function<DataLoader, ToDoubleFunction<Batch>> work) {
    this(title, dataset, shuffle, batchRows, options -> options, work);
  }

  /// @param more sets more options of the loader
  /// @param work makes what consumes each batch
  ShuffledPasses(
      String title,
      Dataset dataset,
      Shuffle shuffle,
      int batchRows,
      UnaryOperator<DataLoader.Builder> more,
      Function<DataLoader, ToDoubleFunction<Batch>> work) {
    this.title = title;
    this.dataset = dataset;
    this.shuffle = shuffle;
    // Only full batches, so that a lap has always as many rows.
    this.loader =
        more.apply(
                dataset
                    .loader(batchRows)
                    .shuffle(shuffle)
                    .remainder(Remainder.DROP)
                    .epochs(Integer.MAX_VALUE))
            .build();
    this.work = work.apply(loader);
    this.epochs = loader.epochs().iterator();
    this.lap = Math.max(1, LAP_ROWS / batchRows);
    this.lapsOfPass = 1e6 / lap / batchRows;
  }

  /// A loader of the numbers of a file, which are summed up.
  static ShuffledPasses ofNumbers(String title, Path file, Shuffle shuffle) throws IOException {
    return ofNumbers(title, file, shuffle, BATCH_ROWS);
  }

  /// The same, in batches of another size.
  static ShuffledPasses ofNumbers(String title, Path file, Shuffle shuffle, int batchRows)
      throws IOException {
    Dataset numbers = ShuffledFiles.numbers(file);
    return new ShuffledPasses(
        title, numbers, shuffle, batchRows, loader -> new ZenithSums(loader)::consume);
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public int warmUps() {
    return 4;
  }

  @Override
  public Rate read(Duration turn) throws IOException, InterruptedException {
    Rate laps = PassReader.read(turn, this::lap);
    return new Rate(laps.passesPerSecond() / lapsOfPass, laps.cpuSeconds() * lapsOfPass);
  }

  private void lap() {
    double sum = 0;
    for (int batch = 0; batch < lap; batch++) {
      sum += consume(next());
    }
    if (Double.isNaN(sum)) {
      throw new BenchFailure(title + ": the sum is NaN");
    }
  }

  /// The next batch, of this epoch or the one after it.
  Batch next() {
    while (!batches.hasNext()) {
      batches = epochs.next().iterator();
    }
    return batches.next();
  }

  /// Consumes a batch.
  double consume(Batch batch) {
    return work.applyAsDouble(batch);
  }

  /// Of all rows of an epoch.
  Map<String, String> checksums() {
    RowChecksums checksums = new RowChecksums();
    try (DataLoader all = dataset.loader(BATCH_ROWS).shuffle(shuffle).build()) {
      for (Batch batch : all) {
        checksums.add(batch, 0);
      }
    }
    return checksums.toHex();
  }

  @Override
  public void close() {
    loader.close();
  }
}
