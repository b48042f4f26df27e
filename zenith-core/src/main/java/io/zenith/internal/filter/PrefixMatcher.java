package io.zenith.internal.filter;

import io.zenith.internal.layout.Node;

/// Asks for text that begins so.
final class PrefixMatcher implements ValueMatcher {
  private final byte[] prefix;

  PrefixMatcher(byte[] prefix) {
    this.prefix = prefix;
  }

  @Override
  public long pass(Node node, long from, long values) {
    long passed = 0;
    for (long left = values; left != 0; left &= left - 1) {
      int bit = Long.numberOfTrailingZeros(left);
      passed |= (BytesOrder.startsWith(node, from + bit, prefix) ? 1L : 0L) << bit;
    }
    return passed;
  }
}
