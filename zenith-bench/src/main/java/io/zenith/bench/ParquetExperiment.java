package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.GOAL;
import static io.zenith.bench.Figure.Kind.MUST;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Parquet files as PyArrow and parquet-java write them, from the page cache, read by a loader and
/// by others, in turn, with two threads each.
final class ParquetExperiment implements Experiment {
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
      FILES.forEach(file -> addFigures(file, List.of()));
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
    try (PythonPasses others = PythonPasses.ofParquet(python, path, THREADS)) {
      LoaderPasses loader = new LoaderPasses(path);
      readers.add(loader);
      ParquetJavaColumns columns = new ParquetJavaColumns(path, THREADS);
      readers.add(columns);
      LoaderPasses dictionaries = LoaderPasses.ofDictionaries(path);
      readers.add(dictionaries);
      require(path, dictionaries.title(), loader.checksums(), dictionaries.checksums());
      require(path, "PyArrow", loader.checksums(), others.checksums());
      require(path, columns.title(), loader.checksums(), columns.checksums());
      readers.add(new PagePasses(path, THREADS));
      readers.add(new ParquetJavaGroups(path, THREADS));
      if (duckDb.isPresent()) {
        readers.add(new DuckDbRows(duckDb.get(), path, pace.tableRows(), THREADS));
      }
      readers.addAll(others.readers());
      notes.addAll(others.missing());
      List<PassTurns.Found> found =
          new PassTurns(readers, pace.tableRows() / 1e6, "million rows").run(pace);
      List<Measured> measured = new ArrayList<>();
      for (int at = 0; at < readers.size(); at++) {
        String title = readers.get(at).title();
        measured.add(new Measured(title, found.get(at).rates()));
        results.add(new ExperimentResult.Result(name(file), title, found.get(at).rates()));
        results.add(new ExperimentResult.Result(name(file), title, found.get(at).cpu()));
      }
      addFigures(file, measured);
    } finally {
      readers.forEach(PassReader::close);
    }
  }

  private static void require(
      Path path, String who, Map<String, String> zenith, Map<String, String> other) {
    if (!zenith.equals(other)) {
      throw new BenchFailure(path + ": " + zenith + ", with " + who + " " + other);
    }
  }

  /// How fast one reader was.
  private record Measured(String title, Series rates) {}

  /// Whether strings become what Zenith makes of them: offsets and bytes.
  private static boolean isDecoded(String title) {
    return !title.startsWith("Zenith")
        && !title.endsWith("kept")
        && !title.equals("Polars")
        && !title.equals("decompression alone");
  }

  private static String name(String file) {
    return "reading " + file + ".parquet, " + THREADS + " threads";
  }

  private void addFigures(String file, List<Measured> all) {
    boolean isNumbers = file.startsWith("num");
    Predicate<Measured> pyArrow = other -> other.title.equals("PyArrow");
    double toPyArrow = ratio(all, pyArrow);
    if (isNumbers) {
      // What decompresses no faster than PyArrow reads is held to what decompressing allows.
      double toFloor = ratio(all, other -> other.title.equals("decompression alone"));
      double reached = Math.max(toPyArrow, toFloor / 0.9);
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
      double kept =
          ratio(
              all,
              other -> other.title.equals("Zenith, dictionaries kept"),
              other -> other.title.equals("Polars, Arrow strings"));
      figures.add(
          new Figure(
              name(file) + ", as dictionaries, to Polars' Arrow strings",
              MUST,
              AT_LEAST,
              1.3,
              "x",
              kept));
    }
    figures.add(
        new Figure(
            name(file) + ", to parquet-java's columns",
            MUST,
            AT_LEAST,
            1.8,
            "x",
            ratio(all, other -> other.title.equals("parquet-java, columns"))));
    figures.add(
        new Figure(
            name(file) + ", to the fastest",
            GOAL,
            AT_LEAST,
            1.1,
            "x",
            ratio(all, other -> isDecoded(other.title))));
  }

  /// Zenith to the fastest of some others; NaN if none was measured.
  private static double ratio(List<Measured> all, Predicate<Measured> others) {
    return ratio(all, one -> one.title.equals("Zenith"), others);
  }

  private static double ratio(
      List<Measured> all, Predicate<Measured> ours, Predicate<Measured> others) {
    Optional<Series> own = all.stream().filter(ours).map(Measured::rates).findFirst();
    return all.stream()
        .filter(others)
        .map(Measured::rates)
        .max(Comparator.comparingDouble(Series::median))
        .flatMap(best -> own.map(rates -> Series.ratio(rates, best)))
        .orElse(Double.NaN);
  }
}
