package io.zenith.arrow;

import java.util.ArrayList;
import java.util.List;

/// Hands out the nodes of a batch to its fields, in their order.
final class BatchLayoutBuilder {
  private final List<ColumnLayout> columns = new ArrayList<>();
  private int nodes;

  /// Adds a complete column.
  void add(ColumnLayout column) {
    columns.add(column);
  }

  /// Takes the next node.
  int takeNode() {
    return nodes++;
  }

  /// How many nodes were taken.
  int nodes() {
    return nodes;
  }

  /// The layout of all columns added.
  BatchLayout build() {
    return new BatchLayout(columns, nodes);
  }
}
