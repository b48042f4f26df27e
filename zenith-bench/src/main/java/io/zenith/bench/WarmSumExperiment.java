package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.GOAL;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The sum over two large files that are in the page cache, by loaders with batches of 4,096 rows
/// and by a bare loop over one mapping of each file, in turn.
///
/// One thread reads the files one after the other, two threads read one each.
final class WarmSumExperiment implements Experiment {
  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    List<Path> files = LargeFiles.in(folder, pace);
    long bytes = Files.size(files.getFirst()) + Files.size(files.getLast());
    List<ExperimentResult.Result> results = new ArrayList<>();
    List<Figure> figures = new ArrayList<>();
    try (Arena arena = Arena.ofShared();
        LoaderFloats first = LoaderFloats.open(files.getFirst());
        LoaderFloats second = LoaderFloats.open(files.getLast())) {
      List<Callable<Double>> loaders = List.of(first::sum, second::sum);
      List<Callable<Double>> raw =
          List.of(
              RawFloats.map(files.getFirst(), arena)::sum,
              RawFloats.map(files.getLast(), arena)::sum);
      for (int threads = 1; threads <= 2; threads++) {
        String name =
            "sum over %.1f GB warm, batches of 4,096, %d thread%s"
                .formatted(bytes / 1e9, threads, threads == 1 ? "" : "s");
        Pairs pairs = new Pairs(bytes, threads, loaders, raw);
        pairs.run(pace);
        results.add(pairs.result(name, "Zenith", pairs.zenith));
        results.add(pairs.result(name, "raw loop over one mapping", pairs.raw));
        figures.add(new Figure(name + ", to a raw loop", GOAL, AT_LEAST, 80, "%", pairs.share()));
      }
    }
    return new ExperimentResult(results, figures, List.of());
  }

  /// Turns of both, one after the other.
  private static final class Pairs {
    private final List<Double> zenith = new ArrayList<>();
    private final List<Double> raw = new ArrayList<>();
    private final long bytes;
    private final int threads;
    private final List<Callable<Double>> loaders;
    private final List<Callable<Double>> loops;

    Pairs(long bytes, int threads, List<Callable<Double>> loaders, List<Callable<Double>> loops) {
      this.bytes = bytes;
      this.threads = threads;
      this.loaders = loaders;
      this.loops = loops;
    }

    /// The warm-up brings the files into memory, maps all pages, and compiles the loops.
    void run(BenchPace pace) throws InterruptedException {
      try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
        long warm = System.nanoTime() + pace.warmUp().toNanos();
        do {
          pair(pool);
        } while (System.nanoTime() < warm);
        zenith.clear();
        raw.clear();
        for (int round = 0; round < pace.rounds(); round++) {
          pair(pool);
        }
      }
    }

    private void pair(ExecutorService pool) throws InterruptedException {
      Pass ours = pass(pool, loaders);
      Pass theirs = pass(pool, loops);
      if (ours.sum() != theirs.sum()) {
        throw new BenchFailure(
            "the loader sums up to " + ours.sum() + ", the raw loop to " + theirs.sum());
      }
      zenith.add(bytes / 1e9 / ours.seconds());
      raw.add(bytes / 1e9 / theirs.seconds());
    }

    double share() {
      return Series.ofRounds("%", zenith.size(), at -> 100 * zenith.get(at) / raw.get(at)).median();
    }

    ExperimentResult.Result result(String name, String contender, List<Double> rates) {
      return new ExperimentResult.Result(name, contender, new Series("GB/s", rates));
    }

    private static Pass pass(ExecutorService pool, List<Callable<Double>> parts)
        throws InterruptedException {
      long began = System.nanoTime();
      double sum = 0;
      for (Future<Double> part : pool.invokeAll(parts)) {
        sum += get(part);
      }
      return new Pass((System.nanoTime() - began) / 1e9, sum);
    }

    private static double get(Future<Double> part) throws InterruptedException {
      try {
        return part.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
  }

  private record Pass(double seconds, double sum) {}
}
