package io.zenith.arrow;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Type;

/// Hands out the nodes and buffers of a batch to its fields, in their order.
final class BatchLayoutBuilder {
  /// Dictionary indices are integers: validity and values.
  static final int INDEX_BUFFERS = 2;

  private final List<ColumnLayout> columns = new ArrayList<>();
  private int nodes;
  private int buffers;

  /// How many buffers a field of this type has, without its children.
  static int buffers(byte type) {
    return switch (type) {
      case Type.Struct_, Type.FixedSizeList -> 1; // validity
      case Type.Utf8, Type.Binary -> 3; // validity, offsets, bytes
      default -> 2; // validity, and values or offsets
    };
  }

  /// Adds a complete column.
  void add(ColumnLayout column) {
    columns.add(column);
  }

  /// Takes the next node.
  int takeNode() {
    return nodes++;
  }

  /// Takes the next so many buffers.
  ///
  /// @return the first of them
  int takeBuffers(int count) {
    buffers += count;
    return buffers - count;
  }

  /// How many buffers were taken.
  int buffers() {
    return buffers;
  }

  /// The layout of all columns added.
  BatchLayout build() {
    return new BatchLayout(columns, nodes, buffers);
  }
}
