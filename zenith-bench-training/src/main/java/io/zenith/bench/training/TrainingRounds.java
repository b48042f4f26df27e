package io.zenith.bench.training;

import io.zenith.bench.BenchFailure;
import io.zenith.bench.ExperimentResult;
import io.zenith.bench.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/// The same training with its batches from several sources, in turn.
final class TrainingRounds {
  private final String name;
  private final Map<String, Training> trainings = new LinkedHashMap<>();
  private final Map<String, List<EpochRun>> runs = new LinkedHashMap<>();

  /// Trains one epoch, from the beginning.
  @FunctionalInterface
  interface Training {
    EpochRun epoch() throws Exception;
  }

  /// @param name what is trained
  TrainingRounds(String name) {
    this.name = name;
  }

  TrainingRounds add(String title, Training training) {
    trainings.put(title, training);
    return this;
  }

  /// Trains in turn, after a round that is not counted.
  ///
  /// @throws BenchFailure if losses differ, so that not all have trained on the same
  void run(int rounds) {
    for (int round = -1; round < rounds; round++) {
      for (Map.Entry<String, Training> training : trainings.entrySet()) {
        EpochRun run = epoch(training.getKey(), training.getValue());
        if (round >= 0) {
          runs.computeIfAbsent(training.getKey(), _ -> new ArrayList<>()).add(run);
        }
        requireSame(training.getKey(), run.losses());
      }
    }
  }

  private EpochRun epoch(String title, Training training) {
    try {
      return training.epoch();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(name + ", " + title, e);
    }
  }

  private List<Float> expected = List.of();

  private void requireSame(String title, List<Float> losses) {
    if (expected.isEmpty()) {
      expected = losses;
    }
    if (!losses.equals(expected)) {
      throw new BenchFailure(name + ", " + title + ": other losses than the first one has");
    }
  }

  /// Everything that was found.
  List<ExperimentResult.Result> results() {
    List<ExperimentResult.Result> results = new ArrayList<>();
    for (String title : trainings.keySet()) {
      results.add(result(title, "rows/s", EpochRun::rowsPerSecond));
      results.add(result(title, "s", EpochRun::seconds));
      results.add(result(title, "% waited", run -> 100 * run.waited()));
      results.add(result(title, "bytes of garbage a step", EpochRun::garbage));
    }
    return results;
  }

  private ExperimentResult.Result result(
      String title, String unit, ToDoubleFunction<EpochRun> figure) {
    return new ExperimentResult.Result(name, title, series(title, unit, figure));
  }

  /// The median of a figure.
  double median(String title, ToDoubleFunction<EpochRun> figure) {
    return series(title, "", figure).median();
  }

  /// The median of the ratios of a figure, round by round.
  double ratio(String ours, String theirs, ToDoubleFunction<EpochRun> figure) {
    return Series.ratio(series(ours, "", figure), series(theirs, "", figure));
  }

  private Series series(String title, String unit, ToDoubleFunction<EpochRun> figure) {
    List<EpochRun> all = Objects.requireNonNull(runs.get(title));
    return new Series(unit, all.stream().map(figure::applyAsDouble).toList());
  }
}
