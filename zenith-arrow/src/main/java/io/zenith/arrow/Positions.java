package io.zenith.arrow;

import java.util.List;
import java.util.function.ToIntFunction;

/// Search by position in lists that are in the order of a file.
final class Positions {
  private Positions() {}

  /// How many elements, from the first, are not behind a position.
  static <T> int upTo(List<T> elements, ToIntFunction<T> positionOf, int position) {
    int low = 0;
    int high = elements.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (positionOf.applyAsInt(elements.get(middle)) <= position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
