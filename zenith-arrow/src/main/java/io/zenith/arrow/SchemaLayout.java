package io.zenith.arrow;

import java.util.Map;
import java.util.Objects;

/// How the columns and dictionaries of a schema lie in the batches of a file.
///
/// @param recordBatch the layout of record batches
/// @param dictionaries the layout of each dictionary, of one column, by its id
record SchemaLayout(BatchLayout recordBatch, Map<Long, BatchLayout> dictionaries) {

  /// Copies the map.
  SchemaLayout {
    dictionaries = Map.copyOf(dictionaries);
  }

  /// The layout of a dictionary that the schema names.
  BatchLayout dictionary(long id) {
    return Objects.requireNonNull(dictionaries.get(id));
  }
}
