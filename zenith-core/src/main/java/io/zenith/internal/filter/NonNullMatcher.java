package io.zenith.internal.filter;

import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Validity;

/// Keeps the values of a checked node that are not null and pass a test.
record NonNullMatcher(Node node, ValueMatcher test) implements RowMatcher {
  @Override
  public long keep(long from, long rows) {
    long valid = Validity.of(node, from, rows);
    return valid == 0 ? 0 : valid & test.pass(node, from, valid);
  }
}
