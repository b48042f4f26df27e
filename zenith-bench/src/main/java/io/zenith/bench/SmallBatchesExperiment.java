package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.MUST;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What batches of 64 rows of Parquet files cost beside large ones, and what garbage they leave.
final class SmallBatchesExperiment implements Experiment {
  private static final int SMALL = 64;
  private static final List<String> FILES = List.of("num.snappy", "str.snappy");

  private final Optional<PythonPeer> peer;
  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();

  SmallBatchesExperiment(Optional<PythonPeer> peer) {
    this.peer = peer;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    if (peer.isEmpty()) {
      FILES.forEach(file -> addFigures(file, Double.NaN, Double.NaN));
      return new ExperimentResult(results, figures, List.of(PythonPeer.HINT));
    }
    PythonPasses.writeParquet(peer.get(), folder, pace.tableRows());
    for (String file : FILES) {
      measure(file, folder.resolve(file + ".parquet"), pace);
    }
    return new ExperimentResult(results, figures, List.of());
  }

  private void measure(String file, Path path, BenchPace pace)
      throws IOException, InterruptedException {
    try (LoaderPasses large = new LoaderPasses(path);
        LoaderPasses small = new LoaderPasses(path, SMALL)) {
      List<PassTurns.Found> found =
          new PassTurns(List.of(large, small), pace.tableRows() / 1e6, "million rows").run(pace);
      results.add(result(file, "batches of " + LoaderPasses.BATCH_ROWS, found.getFirst().rates()));
      results.add(result(file, "batches of " + SMALL, found.getLast().rates()));
      Series garbage =
          Series.ofRounds("MB/million rows", pace.rounds(), _ -> garbage(small, pace) / 1e6);
      results.add(result(file, "batches of " + SMALL, garbage));
      double times = Series.ratio(found.getFirst().rates(), found.getLast().rates());
      addFigures(file, times, garbage.median());
    }
  }

  /// What all threads have allocated on the heap for a million rows.
  private static double garbage(LoaderPasses loader, BenchPace pace) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getTotalThreadAllocatedBytes();
    loader.pass();
    return (threads.getTotalThreadAllocatedBytes() - before) * 1e6 / pace.tableRows();
  }

  private static String name(String file) {
    return "reading " + file + ".parquet";
  }

  private static ExperimentResult.Result result(String file, String reader, Series series) {
    return new ExperimentResult.Result(name(file), reader, series);
  }

  private void addFigures(String file, double times, double garbage) {
    figures.add(
        new Figure(
            name(file) + " in batches of 64, time to that of large ones",
            MUST,
            AT_MOST,
            1.1,
            "x",
            times));
    figures.add(
        new Figure(name(file) + ", garbage", MUST, AT_MOST, 10, "MB/million rows", garbage));
  }
}
