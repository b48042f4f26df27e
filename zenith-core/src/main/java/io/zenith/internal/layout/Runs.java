package io.zenith.internal.layout;

/// Finds the run that a row of a run-end encoded column belongs to.
public final class Runs {
  private Runs() {}

  /// The place of a row's value: the number of runs that end at or before the row.
  public static long find(Node runs, long row) {
    Node ends = runs.children.getFirst();
    long low = 0;
    long high = ends.length - 1;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (ends.integer(middle) <= row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
