package io.zenith.internal.filter;

import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Runs;

/// Asks something of the values of a run-end encoded column: once of each run in 64 rows.
record RunsMatcher(ValueMatcher values) implements ValueMatcher {
  @Override
  public long pass(Node node, long from, long rows) {
    Node ends = node.children.getFirst();
    Node runs = node.children.getLast();
    long passed = 0;
    long left = rows;
    while (left != 0) {
      long first = from + Long.numberOfTrailingZeros(left);
      long run = Runs.find(node, first);
      long end = Math.min(ends.integer(run) - from, Long.SIZE);
      long inside = left & -1L >>> (Long.SIZE - end);
      passed |= (values.pass(runs, run, 1) & 1) == 0 ? 0 : inside;
      left &= ~inside;
    }
    return passed;
  }
}
