package io.zenith.internal.filter;

import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Validity;
import io.zenith.internal.storage.Fault;

/// Keeps the rows of a record batch of which a column is null, or of which it is not.
final class NullMatcher implements RowMatcher {
  private final Node[] path;
  private final Node node;
  private final boolean negated;

  /// @param path the column, and the fields inside it that lead to the values
  /// @param negated whether those are kept that are not null
  NullMatcher(Node[] path, boolean negated) {
    this.path = path;
    this.node = path[path.length - 1];
    this.negated = negated;
    if (Validity.needsContent(node)) {
      node.checked();
    }
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
      return rows & (Validity.of(path, from, rows) ^ (negated ? 0 : -1));
    } finally {
      Fault.settle();
    }
  }
}
