package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.MUST;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Filter;
import io.zenith.Shuffle;
import io.zenith.parquet.Parquet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How much of a Parquet file is read for a filter that keeps one row in 10,000, by a column that
/// is sorted; footers are read before.
final class FilterExperiment implements Experiment {
  private static final int KEPT = 10_000;

  private final PythonPeer peer;
  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();

  FilterExperiment(PythonPeer peer) {
    this.peer = peer;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    Path file = folder.resolve("sorted.parquet");
    PythonPasses.writeSorted(peer, file, pace.tableRows());
    measure("in file order", Shuffle.none(), file, pace);
    measure("shuffled", Shuffle.windowed(1), file, pace);
    return new ExperimentResult(results, figures, List.of());
  }

  private void measure(String order, Shuffle shuffle, Path file, BenchPace pace)
      throws IOException {
    int rows = pace.tableRows() / KEPT;
    long from = pace.tableRows() / 2;
    CountedFormat counted = new CountedFormat(Parquet.format());
    Dataset kept =
        Dataset.open(counted, file.toString()).filter(Filter.between("id", from, from + rows - 1));
    kept.splits();
    List<Double> shares = new ArrayList<>();
    List<Double> times = new ArrayList<>();
    for (int round = 0; round < pace.rounds(); round++) {
      counted.sumThenReset();
      long began = System.nanoTime();
      long found = 0;
      try (DataLoader loader = kept.loader(64).shuffle(shuffle).build()) {
        for (Batch batch : loader) {
          found += batch.rows();
        }
      }
      times.add((System.nanoTime() - began) / 1e6);
      shares.add(100.0 * counted.sumThenReset() / Files.size(file));
      if (found != rows) {
        throw new BenchFailure(file + ": a filter kept " + found + " rows, not " + rows);
      }
    }
    String name = "a filter that keeps one row in 10,000, " + order;
    Series share = new Series("% of the bytes", shares);
    results.add(new ExperimentResult.Result(name, "Zenith", share));
    results.add(new ExperimentResult.Result(name, "Zenith", new Series("ms", times)));
    figures.add(new Figure(name, MUST, AT_MOST, 1, "% of the bytes", share.median()));
  }
}
