package io.zenith.arrow;

import io.zenith.arrow.schema.ColumnPath;
import io.zenith.schema.DataType;
import io.zenith.spi.Projection;
import java.util.List;
import java.util.OptionalLong;

/// Which nodes of a batch's metadata belong to a field, and which kinds of buffers. Nodes are
/// counted in the order of the fields, each before its children, and so are buffers:
/// [BufferPlaces].
///
/// @param path the field's place in the schema
/// @param type the field's type
/// @param buffers which buffers it has without its children
/// @param node the field's node
/// @param children its children, or those that are read of it; none for a dictionary-encoded field,
///   of which only the indices lie in the batch
/// @param dictionary the id of its dictionary, if it is dictionary-encoded
record ColumnLayout(
    ColumnPath path,
    DataType type,
    FieldBuffers buffers,
    int node,
    List<ColumnLayout> children,
    OptionalLong dictionary) {

  /// Copies the list.
  ColumnLayout {
    children = List.copyOf(children);
  }

  /// What is read of it.
  ColumnLayout of(Projection read) {
    return read.isWhole()
        ? this
        : new ColumnLayout(
            path,
            read.of(type),
            buffers,
            node,
            read.inside().stream().map(part -> children.get(part.place()).of(part)).toList(),
            dictionary);
  }

  /// Whether it is dictionary-encoded, or a field inside of it is.
  boolean refersToDictionaries() {
    return dictionary.isPresent() || children.stream().anyMatch(ColumnLayout::refersToDictionaries);
  }
}
