package io.zenith.internal.filter;

import io.zenith.internal.layout.Node;
import java.util.Arrays;

/// Asks for whole numbers of at most 64 bits that are one of several.
final class WholeSetMatcher implements ValueMatcher {
  private final long[] sorted;

  /// @param wanted values of the type, as [Node#integer] reads them
  WholeSetMatcher(long... wanted) {
    sorted = wanted.clone();
    Arrays.sort(sorted);
  }

  @Override
  public long pass(Node node, long from, long values) {
    long passed = 0;
    for (long left = values; left != 0; left &= left - 1) {
      int bit = Long.numberOfTrailingZeros(left);
      boolean found = Arrays.binarySearch(sorted, node.integer(from + bit)) >= 0;
      passed |= (found ? 1L : 0L) << bit;
    }
    return passed;
  }
}
