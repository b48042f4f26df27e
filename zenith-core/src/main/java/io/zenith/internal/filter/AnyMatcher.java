package io.zenith.internal.filter;

import io.zenith.internal.layout.Node;
import java.util.List;

/// Asks for values that pass one of several tests.
record AnyMatcher(List<ValueMatcher> tests) implements ValueMatcher {
  @Override
  public long pass(Node node, long from, long values) {
    long passed = 0;
    for (ValueMatcher test : tests) {
      long left = values & ~passed;
      if (left == 0) {
        break;
      }
      passed |= left & test.pass(node, from, left);
    }
    return passed;
  }
}
