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

/// What a loader costs in file order, beside a scan of the same splits by hand: mapped, in small
/// and in large batches whose values are summed on one thread; and compressed, two threads
/// decompressing record batches that nobody reads.
final class FileOrderExperiment implements Experiment {
  private static final int THREADS = 2;
  private static final int[] BATCH_ROWS = {256, 4_096};

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
          HandPasses hand = new HandPasses(mapped, columns, 1, batch -> HandSums.of(batch, rows))) {
        String name = "in file order, mapped, batches of %,d, summed".formatted(rows);
        measure(name, loader, hand, pace);
      }
    }
    try (ShuffledPasses loader =
            new ShuffledPasses(
                "Zenith",
                ShuffledFiles.numbers(compressed),
                Shuffle.none(),
                LoaderPasses.BATCH_ROWS,
                _ -> batch -> batch.rows());
        HandPasses hand = new HandPasses(compressed, columns, THREADS, RecordBatch::rows)) {
      measure("in file order, LZ4, two threads", loader, hand, pace);
    }
    return new ExperimentResult(results, figures, List.of());
  }

  private void measure(String name, ShuffledPasses loader, HandPasses hand, BenchPace pace)
      throws IOException, InterruptedException {
    if (!loader.checksums().equals(hand.checksums())) {
      throw new BenchFailure(name + ": " + loader.checksums() + ", by hand " + hand.checksums());
    }
    List<PassReader> readers = List.of(loader, hand);
    List<PassTurns.Found> found = new PassTurns(readers, 1, "million rows").run(pace);
    for (int at = 0; at < readers.size(); at++) {
      results.add(
          new ExperimentResult.Result(name, readers.get(at).title(), found.get(at).rates()));
    }
    double slower = Series.ratio(found.getLast().rates(), found.getFirst().rates());
    figures.add(
        new Figure(
            name + ", time beyond a scan by hand", MUST, AT_MOST, 5, "%", 100 * (slower - 1)));
  }
}
