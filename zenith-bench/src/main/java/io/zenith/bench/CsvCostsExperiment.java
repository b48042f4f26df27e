package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.MUST;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What the parts of a read of a CSV file cost: types, the index of its records, columns.
final class CsvCostsExperiment implements Experiment {
  private static final int THREADS = 2;

  private final PythonPeer peer;

  CsvCostsExperiment(PythonPeer peer) {
    this.peer = peer;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    Path file = CsvTables.in(peer, folder, pace.tableRows()).numbers();
    CsvPasses sampled = CsvPasses.ofSample(file);
    CsvPasses whole = CsvPasses.ofAllRecords(file);
    CsvPasses two = CsvPasses.ofColumns(file, "label", "f0");
    CsvIndexPasses index = new CsvIndexPasses(CsvPasses.ofTypes(file, sampled.open().schema()));
    List<ExperimentResult.Result> results = new ArrayList<>();
    List<Figure> figures = new ArrayList<>();
    try (NewlinePasses bytes = new NewlinePasses(file, NewlinePasses.Way.BYTES, THREADS);
        NewlinePasses words = new NewlinePasses(file, NewlinePasses.Way.WORDS, THREADS)) {
      ColumnChecksums.requireSame(file, sampled.checksums(), whole.title(), whole.checksums());
      long lines = index.rows() + 1;
      if (bytes.count() != lines || words.count() != lines) {
        throw new BenchFailure(
            file + " has " + lines + " lines, not " + bytes.count() + " or " + words.count());
      }
      List<PassReader> readers = List.of(sampled, whole, two, index, bytes, words);
      PassTurns turns = new PassTurns(readers, Files.size(file) / 1e9, "GB");
      String name = "reading " + file.getFileName();
      PassRates rates = PassRates.measure(name, turns, pace, results);
      double inference = rates.ratio(sampled.title(), whole.title());
      double columns = rates.ratio(two.title(), sampled.title());
      double found = rates.ratio(index.title(), bytes.title());
      figures.add(
          new Figure(
              name + ", types of all records, time to that of a sample",
              MUST,
              AT_MOST,
              1.8,
              "x",
              inference));
      figures.add(
          new Figure(name + ", 2 of 12 columns, to all", MUST, AT_LEAST, 1.8, "x", columns));
      figures.add(
          new Figure(
              name + ", index alone, to a plain newline count", MUST, AT_LEAST, 0.5, "x", found));
    }
    return new ExperimentResult(results, figures, List.of());
  }
}
