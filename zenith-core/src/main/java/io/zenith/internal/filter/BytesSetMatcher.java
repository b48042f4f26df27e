package io.zenith.internal.filter;

import io.zenith.internal.layout.Node;
import java.util.Arrays;

/// Asks for text or bytes that are one of several.
final class BytesSetMatcher implements ValueMatcher {
  private final byte[][] sorted;

  BytesSetMatcher(byte[]... wanted) {
    sorted = wanted.clone();
    Arrays.sort(sorted, Arrays::compareUnsigned);
  }

  @Override
  public long pass(Node node, long from, long values) {
    long passed = 0;
    for (long left = values; left != 0; left &= left - 1) {
      int bit = Long.numberOfTrailingZeros(left);
      passed |= (contains(node, from + bit) ? 1L : 0L) << bit;
    }
    return passed;
  }

  private boolean contains(Node node, long place) {
    int low = 0;
    int high = sorted.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = BytesOrder.compare(node, place, sorted[middle]);
      if (order == 0) {
        return true;
      }
      if (order > 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }
}
