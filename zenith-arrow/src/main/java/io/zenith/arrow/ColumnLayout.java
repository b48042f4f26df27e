package io.zenith.arrow;

import io.zenith.arrow.schema.ColumnPath;
import io.zenith.schema.DataType;
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
/// @param endNode the node behind its own and its children's
/// @param children its children; none for a dictionary-encoded field, of which only the indices lie
///   in the batch
/// @param dictionary the id of its dictionary, if it is dictionary-encoded
record ColumnLayout(
    ColumnPath path,
    DataType type,
    FieldBuffers buffers,
    int node,
    int endNode,
    List<ColumnLayout> children,
    OptionalLong dictionary) {

  /// Copies the list.
  ColumnLayout {
    children = List.copyOf(children);
  }

  /// Whether it is dictionary-encoded, or a field inside of it is.
  boolean refersToDictionaries() {
    return dictionary.isPresent() || children.stream().anyMatch(ColumnLayout::refersToDictionaries);
  }
}
