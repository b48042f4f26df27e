package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.MUST;

import io.zenith.Shuffle;
import io.zenith.arrow.Compression;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// What a loader costs in file order, beside scans of the same splits by hand: mapped, in small and
/// in large batches whose values are summed on one thread; and compressed, two threads
/// decompressing record batches that nobody reads. One scan does nothing but read, the other what
/// nobody can do without who gives others what was read: an object a column, or a queue.
final class FileOrderExperiment implements Experiment {
  private static final int THREADS = 2;
  private static final int[] BATCH_ROWS = {256, 4_096};

  /// Splits on their way or waiting, as many as a loader has for two threads by default.
  private static final int AHEAD = 4;

  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    Path table = ShuffledFiles.table(folder, pace);
    Path mapped = ShuffledFiles.write(table, "mapped.arrow", Compression.NONE, 1);
    Path compressed = ShuffledFiles.write(table, "compressed.arrow", Compression.LZ4, 1);
    List<Integer> columns =
        IntStream.range(0, ShuffledFiles.numbers(mapped).schema().fields().size()).boxed().toList();
    for (int rows : BATCH_ROWS) {
      try (ShuffledPasses loader =
              ShuffledPasses.ofNumbers("Zenith", mapped, Shuffle.none(), rows);
          HandPasses hand =
              new HandPasses("by hand", mapped, columns, 1, batch -> HandSums.of(batch, rows));
          HandPasses slices =
              new HandPasses(
                  "by hand, a slice a column",
                  mapped,
                  columns,
                  1,
                  batch -> HandSums.ofSlices(batch, rows))) {
        requireEqual(loader, hand);
        measure(
            "in file order, mapped, batches of %,d, summed".formatted(rows),
            List.of(loader, hand, slices),
            pace);
      }
    }
    try (ShuffledPasses loader =
            new ShuffledPasses(
                "Zenith",
                ShuffledFiles.numbers(compressed),
                Shuffle.none(),
                LoaderPasses.BATCH_ROWS,
                _ -> batch -> batch.rows());
        HandPasses hand =
            new HandPasses("by hand", compressed, columns, THREADS, RecordBatch::rows);
        HandedPasses handed = new HandedPasses(compressed, columns, THREADS, AHEAD)) {
      requireEqual(loader, hand);
      measure("in file order, LZ4, two threads", List.of(loader, hand, handed), pace);
    }
    return new ExperimentResult(results, figures, List.of());
  }

  private static void requireEqual(ShuffledPasses loader, HandPasses hand) throws IOException {
    if (!loader.checksums().equals(hand.checksums())) {
      throw new BenchFailure(
          "in file order: " + loader.checksums() + ", by hand " + hand.checksums());
    }
  }

  /// @param readers the loader, a scan by hand, and what is the least that a loader has to do
  private void measure(String name, List<PassReader> readers, BenchPace pace)
      throws IOException, InterruptedException {
    List<PassTurns.Found> found = new PassTurns(readers, 1, "million rows").run(pace);
    for (int at = 0; at < readers.size(); at++) {
      results.add(
          new ExperimentResult.Result(name, readers.get(at).title(), found.get(at).rates()));
    }
    Series loader = found.getFirst().rates();
    for (int other = 1; other < readers.size(); other++) {
      double slower = Series.ratio(found.get(other).rates(), loader);
      figures.add(
          new Figure(
              name + ", time beyond " + readers.get(other).title(),
              MUST,
              AT_MOST,
              5,
              "%",
              100 * (slower - 1)));
    }
  }
}
