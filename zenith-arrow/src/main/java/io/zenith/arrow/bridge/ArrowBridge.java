package io.zenith.arrow.bridge;

import io.zenith.Batch;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;

/// x.
public final class ArrowBridge {
  private ArrowBridge() {}

  /// x.
  public static VectorSchemaRoot root(Batch batch, BufferAllocator allocator) {
    try (BatchVectors vectors = BatchVectors.of(batch, allocator)) {
      return vectors.root();
    }
  }

  /// x.
  public static MapDictionaryProvider dictionaries(Batch batch, BufferAllocator allocator) {
    try (BatchVectors vectors = BatchVectors.of(batch, allocator)) {
      return vectors.dictionaries();
    }
  }
}
