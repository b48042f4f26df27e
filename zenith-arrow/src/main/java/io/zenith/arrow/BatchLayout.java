package io.zenith.arrow;

import io.zenith.spi.Projection;
import java.util.List;
import org.apache.arrow.flatbuf.MetadataVersion;

/// What a record batch, or the batch in a dictionary batch, must hold for its fields.
///
/// Immutable.
final class BatchLayout {
  private final List<ColumnLayout> columns;
  private final int nodes;
  private final BufferPlaces modern;
  private final BufferPlaces beforeV5;

  /// @param columns the fields
  /// @param nodes how many nodes they have
  BatchLayout(List<ColumnLayout> columns, int nodes) {
    this.columns = List.copyOf(columns);
    this.nodes = nodes;
    this.modern = BufferPlaces.of(columns, nodes, MetadataVersion.V5);
    this.beforeV5 = BufferPlaces.of(columns, nodes, MetadataVersion.V4);
  }

  /// The fields.
  List<ColumnLayout> columns() {
    return columns;
  }

  /// What is read of them.
  List<ColumnLayout> columns(List<Projection> read) {
    return read.stream().map(column -> columns.get(column.place()).of(column)).toList();
  }

  /// How many nodes they have.
  int nodes() {
    return nodes;
  }

  /// Where their buffers are in a batch of a metadata version, without data buffers of views.
  BufferPlaces buffers(short version) {
    return version < MetadataVersion.V5 ? beforeV5 : modern;
  }

  /// Whether there is a dictionary-encoded field among them, or inside of them.
  boolean refersToDictionaries() {
    return columns.stream().anyMatch(ColumnLayout::refersToDictionaries);
  }
}
