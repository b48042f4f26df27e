package io.zenith;

import java.util.List;

/// Asks for values that pass one of several tests.
record AnyTest(List<ValueTest> tests) implements ValueTest {
  @Override
  public long pass(Node node, long from, long values) {
    long passed = 0;
    for (ValueTest test : tests) {
      long left = values & ~passed;
      if (left == 0) {
        break;
      }
      passed |= left & test.pass(node, from, left);
    }
    return passed;
  }
}
