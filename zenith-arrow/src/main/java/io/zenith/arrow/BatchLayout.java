package io.zenith.arrow;

import java.util.List;

/// What a record batch, or the batch in a dictionary batch, must hold for its fields.
///
/// @param columns the fields
/// @param nodes how many nodes they have
/// @param buffers how many buffers they have
record BatchLayout(List<ColumnLayout> columns, int nodes, int buffers) {

  /// Copies the list.
  BatchLayout {
    columns = List.copyOf(columns);
  }
}
