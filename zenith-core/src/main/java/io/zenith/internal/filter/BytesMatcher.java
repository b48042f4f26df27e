package io.zenith.internal.filter;

import io.zenith.internal.layout.Node;

/// Asks for text or bytes that compare so with others.
final class BytesMatcher implements ValueMatcher {
  private final Operator operator;
  private final byte[] other;

  BytesMatcher(Operator operator, byte[] other) {
    this.operator = operator;
    this.other = other;
  }

  @Override
  public long pass(Node node, long from, long values) {
    long passed = 0;
    for (long left = values; left != 0; left &= left - 1) {
      int bit = Long.numberOfTrailingZeros(left);
      passed |= (passes(node, from + bit) ? 1L : 0L) << bit;
    }
    return passed;
  }

  private boolean passes(Node node, long place) {
    return operator == Operator.EQ
        ? BytesOrder.equal(node, place, other)
        : operator.holds(BytesOrder.compare(node, place, other));
  }
}
