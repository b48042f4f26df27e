package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.GOAL;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A large file that is not in memory, summed up by a loader with batches of 4,096 rows, and read
/// by the plainest program there is, in turn.
final class ColdReadExperiment implements Experiment {
  private static final String CASE = "cold read of a large file";

  /// How much of the file has to come from the disk for the read to count as cold.
  private static final double COLD_SHARE = 0.9;

  private final List<Double> zenith = new ArrayList<>();
  private final List<Double> plain = new ArrayList<>();

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    Path file = LargeFiles.in(folder, pace).getFirst();
    Optional<PageCache> cache = workingCache(file);
    if (cache.isEmpty()) {
      return result(Double.NaN, "the page cache cannot be dropped here");
    }
    ColdReader reader = ColdReader.best();
    for (int round = 0; round < pace.rounds(); round++) {
      cache.get().drop(file);
      zenith.add(loaderRate(file) / 1e9);
      cache.get().drop(file);
      plain.add(reader.bytesPerSecond(file) / 1e9);
    }
    double share =
        Series.ofRounds("%", zenith.size(), at -> 100 * zenith.get(at) / plain.get(at)).median();
    return result(share, reader.title() + "; cache dropped by " + cache.get().title());
  }

  /// The first way after which a read does come from the disk. The read warms the code up as well.
  private static Optional<PageCache> workingCache(Path file)
      throws IOException, InterruptedException {
    for (PageCache cache : PageCache.values()) {
      if (cache.drop(file)) {
        OptionalLong before = DiskReads.bytes();
        loaderRate(file);
        OptionalLong after = DiskReads.bytes();
        if (before.isPresent()
            && after.orElse(0) - before.getAsLong() > COLD_SHARE * Files.size(file)) {
          return Optional.of(cache);
        }
      }
    }
    return Optional.empty();
  }

  /// Opening and closing are part of it, and no mapping is left that would keep pages.
  private static double loaderRate(Path file) throws IOException {
    long began = System.nanoTime();
    try (LoaderFloats floats = LoaderFloats.open(file)) {
      if (Double.isNaN(floats.sum())) {
        throw new BenchFailure("the sum is NaN");
      }
    }
    return Files.size(file) * 1e9 / (System.nanoTime() - began);
  }

  private ExperimentResult result(double share, String how) {
    List<ExperimentResult.Result> results = new ArrayList<>();
    if (!zenith.isEmpty()) {
      results.add(new ExperimentResult.Result(CASE, "Zenith", new Series("GB/s", zenith)));
      results.add(new ExperimentResult.Result(CASE, how, new Series("GB/s", plain)));
    }
    Figure figure = new Figure(CASE + ", to a plain read", GOAL, AT_LEAST, 94, "%", share);
    return new ExperimentResult(
        results, List.of(figure), share >= 0 ? List.of() : List.of(CASE + ": " + how));
  }
}
