package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.GOAL;
import static io.zenith.bench.Figure.Kind.MUST;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Parquet files as PyArrow and parquet-java write them, from the page cache, read by a loader and
/// by others, in turn, with two threads each.
final class ParquetExperiment implements Experiment {
  private static final String ZENITH = "Zenith";
  private static final int THREADS = 2;
  private static final List<String> FILES =
      List.of(
          "num.snappy", "num.zstd", "str.snappy", "str.zstd", "num.snappy.java", "str.snappy.java");

  /// How the files of parquet-java end, which are copies of others.
  private static final String JAVA = ".java";

  private final Optional<PythonPeer> peer;
  private final Optional<Path> duckDb;
  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /// @param duckDb its JDBC driver
  ParquetExperiment(Optional<PythonPeer> peer, Optional<Path> duckDb) {
    this.peer = peer;
    this.duckDb = duckDb;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    if (peer.isEmpty()) {
      FILES.forEach(file -> addFigures(file, PassRates.NONE));
      return new ExperimentResult(results, figures, List.of(PythonPeer.HINT));
    }
    PythonPasses.writeParquet(peer.get(), folder, pace.tableRows());
    for (String file : FILES) {
      Path path = folder.resolve(file + ".parquet");
      if (file.endsWith(JAVA)) {
        ParquetJavaTable.copy(folder.resolve(file.replace(JAVA, ".parquet")), path);
      }
      measure(file, path, pace, peer.get());
    }
    notes.addFirst(
        "num: ids, labels, ten columns of floats; str: words, numbers, nulls, unique text");
    return new ExperimentResult(results, figures, notes.stream().distinct().toList());
  }

  private void measure(String file, Path path, BenchPace pace, PythonPeer python)
      throws IOException, InterruptedException {
    List<PassReader> readers = new ArrayList<>();
    try (ServedPasses others = PythonPasses.ofParquet(python, path, THREADS)) {
      LoaderPasses loader = new LoaderPasses(path);
      readers.add(loader);
      ParquetJavaColumns columns = new ParquetJavaColumns(path, THREADS);
      readers.add(columns);
      LoaderPasses dictionaries = LoaderPasses.ofDictionaries(path);
      readers.add(dictionaries);
      Map<String, String> expected = loader.checksums();
      ColumnChecksums.requireSame(path, expected, dictionaries.title(), dictionaries.checksums());
      ColumnChecksums.requireSame(path, expected, "PyArrow", others.checksums());
      ColumnChecksums.requireSame(path, expected, columns.title(), columns.checksums());
      readers.add(new PagePasses(path, THREADS));
      readers.add(new ParquetJavaGroups(path, THREADS));
      if (duckDb.isPresent()) {
        readers.add(new DuckDbRows(duckDb.get(), "read_parquet", path, pace.tableRows(), THREADS));
      }
      readers.addAll(others.readers());
      notes.addAll(others.missing());
      PassTurns turns = new PassTurns(readers, pace.tableRows() / 1e6, "million rows");
      addFigures(file, PassRates.measure(name(file), turns, pace, results));
    } finally {
      readers.forEach(PassReader::close);
    }
  }

  /// Whether it reads a file with what Zenith makes of strings: offsets and bytes.
  private static boolean isDecoded(boolean hasStrings, String title) {
    boolean isOther = title.endsWith("kept") || title.equals("Polars");
    return !title.startsWith(ZENITH)
        && !title.equals("decompression alone")
        && !(hasStrings && isOther);
  }

  private static String name(String file) {
    return "reading " + file + ".parquet, " + THREADS + " threads";
  }

  private void addFigures(String file, PassRates rates) {
    boolean isNumbers = file.startsWith("num");
    // Numbers are the same with dictionaries kept, which is the same call then.
    double toPyArrow =
        rates.ratio(
            ZENITH, title -> isNumbers ? title.startsWith("PyArrow") : title.equals("PyArrow"));
    if (isNumbers) {
      // What decompresses no faster than PyArrow reads is held to what decompressing allows.
      double reached = Math.max(toPyArrow, rates.ratio(ZENITH, "decompression alone") / 0.9);
      figures.add(
          new Figure(
              name(file) + ", to PyArrow or 0.9 of decompression",
              MUST,
              AT_LEAST,
              1,
              "x",
              reached));
    } else {
      double least = file.startsWith("str.snappy") ? 1.6 : 1;
      figures.add(new Figure(name(file) + ", to PyArrow", MUST, AT_LEAST, least, "x", toPyArrow));
      figures.add(
          new Figure(
              name(file) + ", as dictionaries, to Polars' Arrow strings",
              MUST,
              AT_LEAST,
              1.3,
              "x",
              rates.ratio("Zenith, dictionaries kept", "Polars, Arrow strings")));
    }
    figures.add(
        new Figure(
            name(file) + ", to parquet-java's columns",
            MUST,
            AT_LEAST,
            1.8,
            "x",
            rates.ratio(ZENITH, "parquet-java, columns")));
    figures.add(
        new Figure(
            name(file) + ", to the fastest",
            GOAL,
            AT_LEAST,
            1.1,
            "x",
            rates.ratio(ZENITH, title -> isDecoded(!isNumbers, title))));
  }
}
