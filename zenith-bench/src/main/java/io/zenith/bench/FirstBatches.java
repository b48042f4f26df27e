package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_MOST;
import static io.zenith.bench.Figure.Kind.GOAL;

import io.zenith.Epoch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// How long it takes to the first batch of something.
final class FirstBatches {
  private static final int WARM_UPS = 20;

  /// Each run is the mean of so many.
  private static final int REPEATS = 10;

  private final BenchPace pace;
  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();

  FirstBatches(BenchPace pace) {
    this.pace = pace;
  }

  /// Nanoseconds.
  interface Start {
    long nanos() throws IOException;
  }

  /// From when it began to the first batch of an epoch.
  static long nanos(long began, Epoch epoch) {
    if (epoch.iterator().next().rows() == 0) {
      throw new BenchFailure("the first batch is empty");
    }
    return System.nanoTime() - began;
  }

  /// Measures one.
  ///
  /// @param limit milliseconds
  void add(String name, double limit, Start start) throws IOException {
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

  ExperimentResult result() {
    return new ExperimentResult(results, figures, List.of());
  }
}
