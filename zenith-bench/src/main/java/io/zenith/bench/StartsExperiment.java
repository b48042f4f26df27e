package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.GOAL;

import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Epoch;
import io.zenith.Shuffle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// How long it takes to the first batch: of another epoch of 10^9 rows that have no bytes, and of a
/// folder of 1,000 files in the page cache, shuffled.
final class StartsExperiment implements Experiment {
  private static final long SEED = 1;
  private static final long ROWS = 1_000_000_000;
  private static final long WINDOW = 1 << 16;
  private static final int FILES = 1_000;
  private static final int FILE_ROWS = 256;
  private static final int WARM_UPS = 20;

  /// Each run is the mean of so many.
  private static final int REPEATS = 10;

  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    Path any = Files.writeString(folder.resolve("any"), "any");
    Dataset nulls = Dataset.open(new NullRows(ROWS), any.toString());
    DataLoader.Builder windows = nulls.loader(ShuffledPasses.BATCH_ROWS).window(WINDOW);
    epochs("windows", windows.shuffle(Shuffle.windowed(SEED)), pace);
    DataLoader.Builder global = nulls.loader(ShuffledPasses.BATCH_ROWS);
    epochs("all rows", global.shuffle(Shuffle.global(SEED)), pace);
    Path files = Files.createDirectory(folder.resolve("many-files"));
    Path first = files.resolve("0000.arrow");
    LargeFile.write(first, 1, FILE_ROWS);
    for (int number = 1; number < FILES; number++) {
      Files.copy(first, files.resolve("%04d.arrow".formatted(number)));
    }
    add(
        "the first batch of 1,000 files",
        200,
        pace,
        () -> {
          long began = System.nanoTime();
          try (DataLoader loader =
              Dataset.open(files.toString()).loader(Contender.BATCH_ROWS).shuffle(SEED).build()) {
            return firstBatch(began, loader.epochs().iterator().next());
          }
        });
    return new ExperimentResult(results, figures, List.of());
  }

  private void epochs(String kind, DataLoader.Builder options, BenchPace pace) throws IOException {
    try (DataLoader loader = options.epochs(Integer.MAX_VALUE).build()) {
      Iterator<Epoch> epochs = loader.epochs().iterator();
      String name = "the first batch of an epoch of 10^9 rows, " + kind + " shuffled";
      add(name, 50, pace, () -> firstBatch(System.nanoTime(), epochs.next()));
    }
  }

  /// Nanoseconds.
  private interface Start {
    long nanos() throws IOException;
  }

  private static long firstBatch(long began, Epoch epoch) {
    if (epoch.iterator().next().rows() == 0) {
      throw new BenchFailure("the first batch is empty");
    }
    return System.nanoTime() - began;
  }

  private void add(String name, double limit, BenchPace pace, Start start) throws IOException {
    millis(start, WARM_UPS);
    List<Double> runs = new ArrayList<>();
    for (int round = 0; round < pace.rounds(); round++) {
      runs.add(millis(start, REPEATS));
    }
    Series series = new Series("ms", runs);
    results.add(new ExperimentResult.Result(name, "Zenith", series));
    figures.add(new Figure(name, GOAL, AT_MOST, limit, "ms", series.median()));
  }

  private static double millis(Start start, int repeats) throws IOException {
    long nanos = 0;
    for (int repeat = 0; repeat < repeats; repeat++) {
      nanos += start.nanos();
    }
    return nanos / 1e6 / repeats;
  }
}
