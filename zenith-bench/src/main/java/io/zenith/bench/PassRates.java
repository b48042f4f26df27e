package io.zenith.bench;

import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// How fast readers of the same data were, by what tables call them.
///
/// @param byTitle in the order in which they had their turns
record PassRates(Map<String, Series> byTitle) {
  /// Where nothing could be measured.
  static final PassRates NONE = new PassRates(Map.of());

  /// Lets all have their turns.
  ///
  /// @param name what they read
  /// @param results gets what was found of each
  static PassRates measure(
      String name, PassTurns turns, BenchPace pace, List<ExperimentResult.Result> results)
      throws IOException, InterruptedException {
    List<PassTurns.Found> found = turns.run(pace, name, results);
    Map<String, Series> rates = new LinkedHashMap<>();
    for (int at = 0; at < found.size(); at++) {
      rates.put(turns.readers().get(at).title(), found.get(at).rates());
    }
    return new PassRates(rates);
  }

  /// One of them to another; NaN if one of them was not measured.
  double ratio(String ours, String other) {
    return ratio(ours, other::equals);
  }

  /// One of them to the fastest of some others; NaN if none was measured.
  double ratio(String ours, Predicate<String> others) {
    Optional<Series> own = Optional.ofNullable(byTitle.get(ours));
    return byTitle.entrySet().stream()
        .filter(other -> others.test(other.getKey()))
        .map(Map.Entry::getValue)
        .max(Comparator.comparingDouble(Series::median))
        .flatMap(best -> own.map(rates -> Series.ratio(rates, best)))
        .orElse(Double.NaN);
  }
}
