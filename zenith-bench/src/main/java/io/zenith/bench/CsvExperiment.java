package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.GOAL;
import static io.zenith.bench.Figure.Kind.MUST;

import io.zenith.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// CSV files from the page cache, by a loader and by others, in turn, with two threads each but
/// where something else is said. A pass leads from the path to the last value.
final class CsvExperiment implements Experiment {
  private static final int THREADS = 2;

  /// Bytes for each row of generated files that real ones are made as long as.
  private static final int ROW_BYTES = 20;

  private final PythonPeer peer;
  private final Optional<Path> duckDb;
  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /// @param duckDb its JDBC driver
  CsvExperiment(PythonPeer peer, Optional<Path> duckDb) {
    this.peer = peer;
    this.duckDb = duckDb;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    CsvTables tables = CsvTables.in(peer, folder, pace.tableRows());
    addFigures(tables.numbers(), measure(tables.numbers(), true, pace), 2.5, 4);
    addFigures(tables.quoted(), measure(tables.quoted(), true, pace), 1.2, 2);
    List<Path> real = RealCsv.find(peer);
    for (Path file : real) {
      Path repeated = folder.resolve(file.getFileName());
      PythonPasses.repeatCsv(peer, file, repeated, (long) ROW_BYTES * pace.tableRows());
      measure(repeated, false, pace);
      Files.delete(repeated);
    }
    if (real.isEmpty()) {
      notes.add(RealCsv.HINT);
    }
    return new ExperimentResult(results, figures, notes.stream().distinct().toList());
  }

  private PassRates measure(Path file, boolean isGenerated, BenchPace pace)
      throws IOException, InterruptedException {
    List<PassReader> readers = new ArrayList<>();
    try (ServedPasses others = PythonPasses.ofCsv(peer, file, THREADS)) {
      CsvPasses sampled = CsvPasses.ofSample(file);
      readers.add(sampled);
      Schema types = sampled.open().schema();
      CsvPasses given = CsvPasses.ofTypes(file, types);
      readers.add(given);
      Map<String, String> expected = sampled.checksums();
      CsvPasses whole = CsvPasses.ofAllRecords(file);
      readers.add(whole);
      ColumnChecksums.requireSame(file, expected, given.title(), given.checksums());
      ColumnChecksums.requireSame(file, expected, "PyArrow", others.checksums());
      if (isGenerated) {
        FastCsvPasses fastCsv = new FastCsvPasses(file, types);
        readers.add(fastCsv);
        ColumnChecksums.requireSame(file, expected, fastCsv.title(), fastCsv.checksums());
      }
      if (duckDb.isPresent()) {
        long rows = sampled.open().rowCount();
        readers.add(new DuckDbRows(duckDb.get(), "read_csv", file, rows, THREADS));
      }
      readers.addAll(others.readers());
      notes.addAll(others.missing());
      PassTurns turns = new PassTurns(readers, Files.size(file) / 1e9, "GB");
      return PassRates.measure(name(file), turns, pace, results);
    } finally {
      readers.forEach(PassReader::close);
    }
  }

  private static String name(Path file) {
    return "reading " + file.getFileName() + ", " + THREADS + " threads";
  }

  /// Whether Zenith is compared with it, in whatever way it is the fastest.
  private static boolean isPeer(String title) {
    return title.startsWith("PyArrow") || title.equals("Polars") || title.equals("DuckDB");
  }

  private void addFigures(Path file, PassRates rates, double least, double wanted) {
    String name = name(file) + ", to the fastest of PyArrow, Polars and DuckDB";
    double ratio = rates.ratio("Zenith", CsvExperiment::isPeer);
    figures.add(new Figure(name, MUST, AT_LEAST, least, "x", ratio));
    figures.add(new Figure(name, GOAL, AT_LEAST, wanted, "x", ratio));
  }
}
