package io.zenith.arrow.bridge;

import io.zenith.Batch;
import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.spi.Hold;
import io.zenith.spi.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;

/// Makes vectors of one batch. Closing it gives up all but what the vectors hold.
final class BatchVectors implements AutoCloseable {
  private final VectorSchema schema;
  private final RecordBatch rows;
  private final BufferSource source;

  private BatchVectors(VectorSchema schema, RecordBatch rows, BufferSource source) {
    this.schema = schema;
    this.rows = rows;
    this.source = source;
  }

  static VectorSchemaRoot root(Batch batch, BufferAllocator allocator) {
    try (BatchVectors vectors = of(batch, VectorSchema.of(batch.schema()), allocator)) {
      return vectors.root();
    }
  }

  static MapDictionaryProvider dictionaries(Batch batch, BufferAllocator allocator) {
    VectorSchema schema = VectorSchema.of(batch.schema());
    if (schema.dictionaries().isEmpty()) {
      return new MapDictionaryProvider();
    }
    try (BatchVectors vectors = of(batch, schema, allocator)) {
      return vectors.dictionaries();
    }
  }

  /// Vectors that lie where the batch lies, or in a copy if that memory is used again.
  private static BatchVectors of(Batch batch, VectorSchema schema, BufferAllocator allocator) {
    Optional<Hold> hold = batch.hold();
    return hold.isPresent()
        ? heldOf(batch, schema, allocator, hold.get())
        : copyOf(batch, schema, allocator);
  }

  private static BatchVectors heldOf(
      Batch batch, VectorSchema schema, BufferAllocator allocator, Hold hold) {
    try {
      RecordBatch rows = batch.recordBatch();
      return new BatchVectors(schema, rows, new HeldMemory(allocator, hold, rows));
    } catch (Throwable e) {
      hold.close();
      throw e;
    }
  }

  /// Vectors in memory of the allocator.
  static BatchVectors copyOf(Batch batch, VectorSchema schema, BufferAllocator allocator) {
    CopiedMemory memory = new CopiedMemory(allocator);
    try {
      return new BatchVectors(schema, batch.copy(memory).recordBatch(), memory);
    } catch (Throwable e) {
      memory.close();
      throw e;
    }
  }

  /// The columns.
  VectorSchemaRoot root() {
    List<Field> fields = schema.vectors().getFields();
    List<FieldVector> vectors = new ArrayList<>(fields.size());
    try {
      for (int i = 0; i < fields.size(); i++) {
        Field field = fields.get(i);
        FieldVector vector = VectorSchema.vector(field.getName(), field, source.allocator);
        vectors.add(vector);
        ColumnLoader loader = new ColumnLoader(source, field.getName());
        loader.load(vector, rows.columns().get(i), rows.fromRow(), rows.rows());
      }
      return new VectorSchemaRoot(schema.vectors(), vectors, (int) rows.rows());
    } catch (Throwable e) {
      vectors.forEach(FieldVector::close);
      throw e;
    }
  }

  /// The dictionaries of all columns.
  MapDictionaryProvider dictionaries() {
    MapDictionaryProvider provider = new MapDictionaryProvider();
    try {
      List<io.zenith.schema.Field> fields = schema.columns().fields();
      for (int i = 0; i < fields.size(); i++) {
        addDictionaries(fields.get(i).name(), rows.columns().get(i), provider);
      }
      return provider;
    } catch (Throwable e) {
      provider.close();
      throw e;
    }
  }

  /// In the order in which they are numbered.
  private void addDictionaries(String column, ArrayData data, MapDictionaryProvider provider) {
    if (data.type() instanceof DataType.Dictionary) {
      int id = provider.getDictionaryIds().size();
      Dictionary dictionary = schema.dictionaries().get(id).empty(source.allocator);
      provider.put(dictionary);
      ArrayData values = data.dictionary().orElseThrow().values();
      new ColumnLoader(source, column).load(dictionary.getVector(), values, 0, values.length());
      addDictionaries(column, values, provider);
    }
    data.children().forEach(child -> addDictionaries(column, child, provider));
  }

  @Override
  public void close() {
    source.close();
  }
}
