package io.zenith.arrow;

import io.zenith.schema.DataType;
import java.util.List;
import java.util.OptionalLong;

/// Which nodes and buffers of a batch's metadata belong to a field. They are counted in the order
/// of the fields, each before its children.
///
/// @param path the field's place in the schema
/// @param type the field's type
/// @param node the field's node
/// @param firstBuffer its first buffer, which holds validity
/// @param buffers how many buffers it has without its children
/// @param endBuffer the buffer behind its own and its children's
/// @param children its children; none for a dictionary-encoded field, of which only the indices lie
///   in the batch
/// @param dictionary the id of its dictionary, if it is dictionary-encoded
record ColumnLayout(
    ColumnPath path,
    DataType type,
    int node,
    int firstBuffer,
    int buffers,
    int endBuffer,
    List<ColumnLayout> children,
    OptionalLong dictionary) {

  /// Copies the list.
  ColumnLayout {
    children = List.copyOf(children);
  }
}
