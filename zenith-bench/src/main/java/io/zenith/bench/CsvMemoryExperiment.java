package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.MUST;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How much memory a read of a CSV file takes, and whether it is more where there are more rows.
final class CsvMemoryExperiment implements Experiment {
  private final PythonPeer peer;
  private final List<ExperimentResult.Result> results = new ArrayList<>();

  CsvMemoryExperiment(PythonPeer peer) {
    this.peer = peer;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    CsvTables tables = CsvTables.in(peer, folder, pace.tableRows());
    CsvPasses warmUp = CsvPasses.ofSample(tables.quarter());
    warmUp.read(pace.warmUp().multipliedBy(warmUp.warmUps()));
    double few = peak(tables.quarter(), pace);
    double many = peak(tables.numbers(), pace);
    Figure figure =
        new Figure(
            name(tables.numbers()) + ", peak memory, to that of a quarter of the rows",
            MUST,
            AT_MOST,
            1.1,
            "x",
            many / few);
    return new ExperimentResult(
        results,
        List.of(figure),
        List.of("memory: heap, code and native memory; no pages of mapped files"));
  }

  private static String name(Path file) {
    return "reading " + file.getFileName();
  }

  /// The most of some passes.
  private double peak(Path file, BenchPace pace) throws IOException, InterruptedException {
    CsvPasses passes = CsvPasses.ofSample(file);
    List<Double> peaks = new ArrayList<>();
    for (int round = 0; round < pace.rounds(); round++) {
      peaks.add(MemoryWatch.peak(passes::pass) / 1e6);
    }
    Series series = new Series("MB", peaks);
    results.add(new ExperimentResult.Result(name(file), "peak memory", series));
    return series.max();
  }
}
