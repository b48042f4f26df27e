package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.MUST;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Shuffle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How much memory a loader takes whose file has one row group of more than a gigabyte among small
/// ones.
final class LargeRowGroupExperiment implements Experiment {
  /// Of ten columns of floats.
  private static final int ROW_BYTES = 40;

  private final PythonPeer peer;
  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();

  LargeRowGroupExperiment(PythonPeer peer) {
    this.peer = peer;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    Path file = folder.resolve("large.parquet");
    PythonPasses.writeLargeRowGroup(peer, file, pace.largeFileBytes() / ROW_BYTES);
    measure("in file order", Shuffle.none(), 256, file, pace);
    // A window takes parts of the row group, and many of the small ones.
    measure("shuffled", Shuffle.windowed(1), 1024, file, pace);
    return new ExperimentResult(results, figures, List.of());
  }

  private void measure(String order, Shuffle shuffle, int budgetMib, Path file, BenchPace pace)
      throws IOException {
    Dataset dataset = Dataset.open(file.toString());
    List<Double> peaks = new ArrayList<>();
    List<Double> rates = new ArrayList<>();
    for (int round = 0; round < Math.min(2, pace.rounds()); round++) {
      try (DataLoader loader =
          dataset.loader(1024).shuffle(shuffle).memoryBudget(budgetMib + " MiB").build()) {
        long rows = 0;
        for (Batch batch : loader) {
          rows += batch.rows();
        }
        if (rows != dataset.rowCount()) {
          throw new BenchFailure(file + ": " + rows + " rows, not " + dataset.rowCount());
        }
        peaks.add(loader.report().peakBytes() / (double) (1 << 20) / budgetMib);
        rates.add(rows * 1e3 / loader.report().elapsed().toNanos());
      }
    }
    String name = "a row group of " + pace.largeFileBytes() / 1_000_000 + " MB, " + order;
    Series peak = new Series("of " + budgetMib + " MiB", peaks);
    results.add(new ExperimentResult.Result(name, "peak memory", peak));
    results.add(new ExperimentResult.Result(name, "Zenith", new Series("million rows/s", rates)));
    figures.add(new Figure(name + ", peak memory", MUST, AT_MOST, 1, "of its budget", peak.max()));
  }
}
