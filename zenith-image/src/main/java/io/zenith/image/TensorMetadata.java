package io.zenith.image;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the metadata of a tensor of fixed shape say about its dimensions.
///
/// From: Arrow columnar format, Canonical Extension Types, Fixed shape tensor: a JSON object with
/// `shape`, and perhaps `permutation` and `dim_names`.
final class TensorMetadata {
  /// More than any shape or order of images takes.
  private static final int MOST_TEXT = 100;

  private TensorMetadata() {}

  /// The sizes of the dimensions; empty if there are none, or they lie in another order than they
  /// are counted.
  static Optional<List<Integer>> shape(String json) {
    Optional<List<Integer>> order = numbers(json, "\"permutation\"");
    boolean inOrder = true;
    for (int i = 0; i < order.map(List::size).orElse(0); i++) {
      inOrder &= order.orElseThrow().get(i) == i;
    }
    return inOrder ? numbers(json, "\"shape\"") : Optional.empty();
  }

  /// The list of numbers behind a name. Inside of a text the quotes of a name are escaped, so that
  /// none is found there.
  private static Optional<List<Integer>> numbers(String json, String name) {
    int at = json.indexOf(name);
    int from = at < 0 ? -1 : json.indexOf('[', at);
    int end = from < 0 ? -1 : json.indexOf(']', from);
    boolean isList =
        end >= 0
            && end - from < MOST_TEXT
            && json.substring(at + name.length(), from).strip().equals(":");
    if (!isList) {
      return Optional.empty();
    }
    List<Integer> numbers = new ArrayList<>();
    try {
      for (String number : json.substring(from + 1, end).split(",", -1)) {
        numbers.add(Integer.parseInt(number.strip()));
      }
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
    return Optional.of(numbers);
  }
}
