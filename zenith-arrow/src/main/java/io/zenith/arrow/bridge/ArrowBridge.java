package io.zenith.arrow.bridge;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.schema.Schema;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.stream.IntStream;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;

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

  /// x.
  public static Batch batch(VectorSchemaRoot root, DictionaryProvider dictionaries, Arena arena) {
    VectorColumns columns = new VectorColumns(dictionaries);
    Schema schema = columns.schema(root.getSchema());
    return Batch.of(
        schema,
        new VectorBatch(columns, arena)
            .rows(root, schema, IntStream.range(0, schema.fields().size()).boxed().toList()));
  }

  /// x.
  public static Batch batch(VectorSchemaRoot root) {
    try (Arena arena = Arena.ofConfined()) {
      return batch(root, new MapDictionaryProvider(), arena).copy();
    }
  }

  /// x.
  public static Dataset dataset(ArrowReader reader) throws IOException {
    return Dataset.of(new ReaderStream(reader));
  }

  /// x.
  public static Dataset dataset(ArrowArrayStream stream, BufferAllocator allocator)
      throws IOException {
    return dataset(Data.importArrayStream(allocator, stream));
  }

  /// x.
  public static void export(DataLoader loader, BufferAllocator allocator, ArrowArrayStream stream) {
    Data.exportArrayStream(allocator, new LoaderReader(loader, allocator), stream);
  }
}
