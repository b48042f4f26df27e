package io.zenith.internal.filter;

import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Validity;
import io.zenith.internal.storage.Fault;

/// Keeps the rows of a record batch by what one of its columns holds.
final class ColumnMatcher implements RowMatcher {
  private final Node[] path;
  private final Node node;
  private final ValueMatcher test;
  private final boolean negated;

  /// @param path the column, and the fields inside it that lead to the values, which are null where
  ///   one of them is
  /// @param test what to ask of values that are not null
  /// @param negated whether those are kept that do not pass
  ColumnMatcher(Node[] path, ValueMatcher test, boolean negated) {
    this.path = path;
    this.node = path[path.length - 1].checked();
    this.test = test;
    this.negated = negated;
  }

  @Override
  public long keep(long from, long rows) {
    try {
      return settled(from, rows);
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }

  private long settled(long from, long rows) {
    try {
      long valid = Validity.of(path, from, rows);
      return valid == 0 ? 0 : valid & (test.pass(node, from, valid) ^ (negated ? -1 : 0));
    } finally {
      Fault.settle();
    }
  }
}
