package io.zenith.internal.filter;

import io.zenith.internal.layout.Bits;
import io.zenith.internal.layout.Node;

/// Asks for true, for false, or for both.
///
/// @param ofTrue whether true passes
/// @param ofFalse whether false passes
record BooleanMatcher(boolean ofTrue, boolean ofFalse) implements ValueMatcher {
  @Override
  public long pass(Node node, long from, long values) {
    long bits = Bits.of(node, node.values, from, values);
    return (ofTrue ? bits : 0) | (ofFalse ? ~bits : 0);
  }
}
