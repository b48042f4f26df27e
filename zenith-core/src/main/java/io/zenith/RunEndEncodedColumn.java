package io.zenith;

import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.internal.layout.Runs;

/// Values that repeat, each stored once a run: `run_end_encoded`.
///
/// A row is null where the value of its run is.
public final class RunEndEncodedColumn extends Column {

  RunEndEncodedColumn(Range range, Node node) {
    super(range, node);
  }

  /// The place in [#values()] of the value at a row: a binary search.
  public int get(int row) {
    return Math.toIntExact(Runs.find(node, range.at(row)) - first());
  }

  /// The values of the runs that the rows of this batch are in.
  public Column values() {
    range.check();
    Node values = node.children.getLast();
    if (range.count == 0) {
      return Column.of(range.with(0, 0), values);
    }
    long last = Runs.find(node, range.start + range.count - 1);
    return Column.of(range.with(first(), Math.toIntExact(last - first() + 1)), values);
  }

  private long first() {
    return Runs.find(node, range.start);
  }
}
