package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.GOAL;
import static io.zenith.bench.Figure.Kind.MUST;

import io.zenith.Batch;
import io.zenith.Shuffle;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Batches of `table` shuffled in windows, every value summed, beside NumPy with the columns in
/// memory; how long single batches take, what a checkpoint costs, and what receipts do.
final class WindowsExperiment implements Experiment {
  private static final long SEED = 1;

  /// The default for `table`, whatever its size.
  private static final long WINDOW = 65_536;

  /// Where threads that gather sum up what they have gathered.
  private static final String RECEIPTS = "io.zenith.ChunkPicker.sumUp";

  private static final int TIMED_BATCHES = 20_000;

  /// So that 1 % of the samples are some tens.
  private static final int PROFILED_TURNS = 15;

  private final Optional<PythonPeer> peer;
  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();

  WindowsExperiment(Optional<PythonPeer> peer) {
    this.peer = peer;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    Path file = ShuffledFiles.table(folder, pace);
    String name =
        "%.1f million rows of 12 columns, windows of %,d, summed"
            .formatted(pace.tableRows() / 1e6, WINDOW);
    Pollution.of(JvmContender.ZENITH_SUMS, PollutionTable.write(folder));
    try (ShuffledPasses loader = ShuffledPasses.ofNumbers("Zenith", file, Shuffle.windowed(SEED))) {
      ShuffledRounds.Others others = new ShuffledRounds.Others(peer, "numbers", file, WINDOW);
      ShuffledRounds rounds = ShuffledRounds.run(name, pace, List.of(loader), others);
      results.addAll(rounds.results());
      figures.add(
          new Figure(name + ", to NumPy", MUST, AT_LEAST, 1, "x", rounds.ratio(0, "numpy")));
      figures.add(new Figure(name, GOAL, AT_LEAST, 10, "million rows/s", rounds.rate(0)));
      receipts(name, loader, pace);
      batches(name, loader, pace.rounds());
      checkpoints(name, loader, pace.rounds());
      return new ExperimentResult(results, figures, rounds.notes());
    }
  }

  private void receipts(String name, ShuffledPasses loader, BenchPace pace)
      throws IOException, InterruptedException {
    Duration length = pace.turn().multipliedBy(PROFILED_TURNS);
    List<Double> shares = new ArrayList<>();
    for (int round = 0; round < Math.min(3, pace.rounds()); round++) {
      shares.add(100 * ProfileShare.of(RECEIPTS, () -> loader.read(length)));
    }
    Series share = new Series("% of all samples", shares);
    results.add(new ExperimentResult.Result(name + ": receipts", "Zenith", share));
    figures.add(new Figure(name + ", for receipts", MUST, AT_MOST, 3, "%", share.median()));
  }

  private void batches(String name, ShuffledPasses loader, int rounds) {
    BatchClock clock = new BatchClock(1);
    List<double[]> found = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      clock.start();
      for (int batch = 0; batch < TIMED_BATCHES; batch++) {
        double sum = loader.consume(loader.next());
        clock.batchDone(Double.isNaN(sum) ? 0 : ShuffledPasses.BATCH_ROWS);
      }
      found.add(clock.percentiles(50, 99));
    }
    Series median = Series.ofRounds("us", rounds, at -> found.get(at)[0] / 1e3);
    Series late = Series.ofRounds("us", rounds, at -> found.get(at)[1] / 1e3);
    results.add(new ExperimentResult.Result(name + ": a batch, p50", "Zenith", median));
    results.add(new ExperimentResult.Result(name + ": a batch, p99", "Zenith", late));
    double ratio = Series.ratio(late, median);
    figures.add(new Figure(name + ", p99 to p50", GOAL, AT_MOST, 5, "x", ratio));
  }

  private void checkpoints(String name, ShuffledPasses loader, int rounds) {
    List<Double> micros = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      long nanos = 0;
      for (int step = 0; step < TIMED_BATCHES; step++) {
        Batch batch = loader.next();
        long began = System.nanoTime();
        Keep.alive(batch.checkpoint().toString()); // the JSON
        nanos += System.nanoTime() - began;
      }
      micros.add(nanos / 1e3 / TIMED_BATCHES);
    }
    Series series = new Series("us", micros);
    results.add(new ExperimentResult.Result(name + ": a checkpoint", "Zenith", series));
    figures.add(new Figure(name + ", a checkpoint", GOAL, AT_MOST, 20, "us", series.median()));
  }
}
