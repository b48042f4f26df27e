package io.zenith.bench;

import java.util.Collections;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// One figure in all runs.
///
/// @param unit of the figure
/// @param runs its values, in the order of the runs; at least one
public record Series(String unit, List<Double> runs) {

  /// Copies the list.
  public Series {
    runs = List.copyOf(runs);
  }

  static Series ofRounds(String unit, int rounds, IntToDoubleFunction figure) {
    return new Series(unit, IntStream.range(0, rounds).mapToDouble(figure).boxed().toList());
  }

  /// The median of the ratios of two series, round by round.
  public static double ratio(Series ours, Series theirs) {
    return ofRounds("x", ours.runs.size(), at -> ours.runs.get(at) / theirs.runs.get(at)).median();
  }

  /// The middle, or the mean of the middle two.
  public double median() {
    List<Double> sorted = runs.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  double min() {
    return Collections.min(runs);
  }

  double max() {
    return Collections.max(runs);
  }
}
