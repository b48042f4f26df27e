package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.GOAL;

import io.zenith.DataLoader;
import io.zenith.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// How long it takes from a path to the first batch of a file with 1,000 record batches that is in
/// the page cache.
final class OpenExperiment implements Experiment {
  private static final String CASE = "opening a file of 1,000 record batches";
  private static final int RECORD_BATCHES = 1_000;
  private static final int RECORD_BATCH_ROWS = 256;
  private static final int WARM_UPS = 100;

  /// Each run is the mean of so many.
  private static final int REPEATS = 20;

  @Override
  public ExperimentResult run(Path folder, BenchPace pace) throws IOException {
    Path file = folder.resolve("many-batches.arrow");
    LargeFile.write(file, RECORD_BATCHES, RECORD_BATCH_ROWS);
    millis(file, WARM_UPS);
    double[] runs = new double[pace.rounds()];
    for (int round = 0; round < runs.length; round++) {
      runs[round] = millis(file, REPEATS);
    }
    Series series = Series.ofRounds("ms", runs.length, round -> runs[round]);
    Figure figure = new Figure(CASE, GOAL, AT_MOST, 20, "ms", series.median());
    return new ExperimentResult(
        List.of(new ExperimentResult.Result(CASE, "Zenith", series)), List.of(figure), List.of());
  }

  private static double millis(Path file, int repeats) throws IOException {
    long nanos = 0;
    for (int repeat = 0; repeat < repeats; repeat++) {
      long began = System.nanoTime();
      try (DataLoader loader = Dataset.open(file.toString()).loader(Contender.BATCH_ROWS).build()) {
        if (loader.iterator().next().rows() != Contender.BATCH_ROWS) {
          throw new BenchFailure("the first batch is not full");
        }
        nanos += System.nanoTime() - began;
      }
    }
    return nanos / 1e6 / repeats;
  }
}
