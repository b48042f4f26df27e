package io.zenith.bench;

import java.util.List;
import java.util.stream.IntStream;

/// A figure as it changes while something runs.
///
/// @param title whose it is
/// @param seconds how long each value is for
/// @param values from the beginning on
public record Timeline(String title, double seconds, List<Double> values) {

  /// Copies the list.
  public Timeline {
    values = List.copyOf(values);
  }

  /// When each value begins, in seconds.
  List<Double> times() {
    return IntStream.range(0, values.size()).mapToObj(at -> at * seconds).toList();
  }
}
