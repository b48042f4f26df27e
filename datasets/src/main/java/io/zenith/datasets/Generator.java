package io.zenith.datasets;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;

/// Makes the rows of one set, each as a function of its number and the seed alone.
interface Generator {

  /// The columns.
  Schema schema();

  /// How many rows a record batch has, but for the last.
  int batchRows();

  /// Sets the rows from `firstRow` on in an empty batch.
  void fill(VectorSchemaRoot batch, long firstRow, int rows);

  /// The dictionaries of the columns; the caller closes them.
  default MapDictionaryProvider dictionaries(BufferAllocator allocator) {
    return new MapDictionaryProvider();
  }

  /// Whether a batch without rows goes before the given one, which may be the end.
  default boolean emptyBatchBefore(long batch, long batches) {
    return false;
  }
}
