package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.GOAL;
import static io.zenith.bench.Figure.Kind.MUST;

import io.zenith.codec.Codec;
import io.zenith.datasets.GeneratedSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Compressed files as PyArrow writes them, from the page cache, read by a loader and by PyArrow,
/// and decompressed by nothing but the codec, in turn, with two threads each.
final class CompressedExperiment implements Experiment {
  private static final int THREADS = 2;
  private static final long SEED = 1;

  private static final String PY_ARROW = "PyArrow";

  /// How the ways end that are two threads of Python with a reader each.
  private static final String BY_HAND = "hand";

  private static final List<String> FILES =
      List.of("table.lz4", "table.zstd", "words.lz4", "words.zstd");

  private final Optional<PythonPeer> peer;
  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();

  CompressedExperiment(Optional<PythonPeer> peer) {
    this.peer = peer;
  }

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    if (peer.isEmpty()) {
      FILES.forEach(file -> addFigures(name(file), Double.NaN, Double.NaN, Double.NaN));
      return new ExperimentResult(results, figures, List.of(PythonPeer.HINT));
    }
    int rows = pace.recordBatches() * LoaderPasses.BATCH_ROWS;
    Path table = GeneratedSet.TABLE.write(folder, rows, SEED, _ -> {});
    PythonPasses.write(peer.get(), table, folder, rows);
    for (String file : FILES) {
      measure(file, folder.resolve(file + ".arrow"), pace, peer.get());
    }
    return new ExperimentResult(
        results,
        figures,
        List.of(
            "table: what `zenith generate table` makes; words: ids, labels, text, a dictionary, prices",
            "PyArrow: mapped or read; batch by batch or all at once, by its threads; or two threads by hand"));
  }

  private void measure(String file, Path path, BenchPace pace, PythonPeer python)
      throws IOException, InterruptedException {
    Codec codec = file.endsWith("lz4") ? Codec.lz4Frame() : Codec.zstd();
    try (LoaderPasses loader = new LoaderPasses(path);
        CodecPasses alone = new CodecPasses(path, codec, THREADS);
        ServedPasses pyarrow = PythonPasses.ofCompressed(python, path, THREADS)) {
      ColumnChecksums.requireSame(path, loader.checksums(), PY_ARROW, pyarrow.checksums());
      List<PassReader> readers = new ArrayList<>(List.of(loader, alone));
      readers.addAll(pyarrow.readers());
      PassTurns turns = new PassTurns(readers, alone.bytes() / 1e9, "GB");
      PassRates rates = PassRates.measure(name(file), turns, pace, results);
      Predicate<String> pyArrows = title -> title.startsWith(PY_ARROW);
      Predicate<String> byHand = title -> title.endsWith(BY_HAND);
      addFigures(
          name(file),
          rates.ratio(loader.title(), alone.title()),
          rates.ratio(loader.title(), pyArrows.and(byHand.negate())),
          rates.ratio(loader.title(), pyArrows.and(byHand)));
    }
  }

  private static String name(String file) {
    return "reading " + file + ".arrow, " + THREADS + " threads";
  }

  private void addFigures(String name, double toCodec, double toPyArrow, double toHand) {
    figures.add(new Figure(name + ", to the codec alone", MUST, AT_LEAST, 0.9, "x", toCodec));
    figures.add(new Figure(name + ", to PyArrow", MUST, AT_LEAST, 1, "x", toPyArrow));
    figures.add(new Figure(name + ", to PyArrow", GOAL, AT_LEAST, 1.3, "x", toPyArrow));
    figures.add(new Figure(name + ", to PyArrow by hand", GOAL, AT_LEAST, 1, "x", toHand));
  }
}
