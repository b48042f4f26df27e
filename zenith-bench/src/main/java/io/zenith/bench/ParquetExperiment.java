package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.GOAL;
import static io.zenith.bench.Figure.Kind.MUST;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Parquet files as PyArrow writes them, from the page cache, read by a loader and by others, in
/// turn, with two threads each.
final class ParquetExperiment implements Experiment {
  private static final int THREADS = 2;
  private static final List<String> FILES =
      List.of("num.snappy", "num.zstd", "str.snappy", "str.zstd");

  private final Optional<PythonPeer> peer;
  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  ParquetExperiment(Optional<PythonPeer> peer) {
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
      measure(file, folder.resolve(file + ".parquet"), pace, peer.get());
    }
    notes.addFirst(
        "num: ids, labels, ten columns of floats; str: words, numbers, nulls, unique text");
    return new ExperimentResult(results, figures, notes.stream().distinct().toList());
  }

  private void measure(String file, Path path, BenchPace pace, PythonPeer python)
      throws IOException, InterruptedException {
    try (LoaderPasses loader = new LoaderPasses(path);
        PythonPasses others = PythonPasses.ofParquet(python, path, THREADS)) {
      if (!loader.checksums().equals(others.checksums())) {
        throw new BenchFailure(
            path + ": " + loader.checksums() + ", with PyArrow " + others.checksums());
      }
      notes.addAll(others.missing());
      List<PassReader> readers = new ArrayList<>(List.of(loader));
      readers.addAll(others.readers());
      List<PassTurns.Found> found =
          new PassTurns(readers, pace.tableRows() / 1e6, "million rows").run(pace);
      for (int at = 0; at < readers.size(); at++) {
        String title = readers.get(at).title();
        results.add(new ExperimentResult.Result(name(file), title, found.get(at).rates()));
        results.add(new ExperimentResult.Result(name(file), title, found.get(at).cpu()));
      }
      Series zenith = found.getFirst().rates();
      Series best =
          IntStream.range(1, readers.size())
              .filter(at -> isDecoded(readers.get(at).title()))
              .mapToObj(at -> found.get(at).rates())
              .max(Comparator.comparingDouble(Series::median))
              .orElseThrow();
      addFigures(file, Series.ratio(zenith, found.get(1).rates()), Series.ratio(zenith, best));
    }
  }

  /// Whether strings become what Zenith makes of them: offsets and bytes.
  private static boolean isDecoded(String title) {
    return !title.endsWith("kept") && !title.equals("Polars");
  }

  private static String name(String file) {
    return "reading " + file + ".parquet, " + THREADS + " threads";
  }

  private void addFigures(String file, double toPyArrow, double toBest) {
    double least = file.equals("str.snappy") ? 1.6 : 1;
    figures.add(new Figure(name(file) + ", to PyArrow", MUST, AT_LEAST, least, "x", toPyArrow));
    figures.add(new Figure(name(file) + ", to the fastest", GOAL, AT_LEAST, 1.1, "x", toBest));
  }
}
