package io.zenith.arrow.bridge;

import io.zenith.Batch;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import io.zenith.spi.Projection;
import io.zenith.spi.RecordBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.ReferenceManager;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;

/// Vectors in Arrow's layout, where they are. Each buffer is retained until the arena is closed.
///
/// @param columns knows the dictionaries
/// @param arena the life of the segments
/// @param dictionaries those that were met, by their ids: columns may share one
record VectorBatch(VectorColumns columns, Arena arena, Map<Long, DictionaryData> dictionaries) {

  VectorBatch(VectorColumns columns, Arena arena) {
    this(columns, arena, new HashMap<>());
  }

  static Batch of(VectorSchemaRoot root, DictionaryProvider dictionaries, Arena arena) {
    VectorColumns columns = new VectorColumns(dictionaries);
    Schema schema = columns.schema(root.getSchema());
    return Batch.of(
        schema, new VectorBatch(columns, arena).rows(root, schema, Projection.all(schema)));
  }

  static Batch copy(VectorSchemaRoot root) {
    try (Arena arena = Arena.ofConfined()) {
      return of(root, new MapDictionaryProvider(), arena).copy();
    }
  }

  /// The rows of a root.
  ///
  /// @param schema its columns
  /// @param wanted what to take of them
  RecordBatch rows(VectorSchemaRoot root, Schema schema, List<Projection> wanted) {
    List<ArrayData> data = new ArrayList<>(wanted.size());
    for (Projection column : wanted) {
      int place = column.place();
      Field field = schema.fields().get(place);
      ArrayData all =
          data(root.getVector(place), field.type(), root.getSchema().getFields().get(place));
      data.add(column.of(all));
    }
    return new RecordBatch(0, root.getRowCount(), data);
  }

  /// @param field what the schema says: vectors of unions do not know their type ids
  private ArrayData data(
      FieldVector vector, DataType type, org.apache.arrow.vector.types.pojo.Field field) {
    Optional<DictionaryData> dictionary =
        type instanceof DataType.Dictionary(_, DataType value, _)
            ? Optional.of(dictionary(field, value))
            : Optional.empty();
    int nulls = vector.getNullCount();
    return new ArrayData(
        type,
        vector.getValueCount(),
        nulls,
        buffers(vector, type, nulls),
        children(vector, type, field),
        dictionary);
  }

  private DictionaryData dictionary(org.apache.arrow.vector.types.pojo.Field field, DataType type) {
    long id = field.getDictionary().getId();
    DictionaryData known = dictionaries.get(id);
    if (known != null) {
      return known;
    }
    FieldVector values = columns.dictionary(field.getName(), field.getDictionary()).getVector();
    DictionaryData dictionary = DictionaryData.of(data(values, type, values.getField()));
    dictionaries.put(id, dictionary);
    return dictionary;
  }

  private List<ArrayData> children(
      FieldVector vector, DataType type, org.apache.arrow.vector.types.pojo.Field field) {
    List<ArrayData> children = new ArrayList<>();
    List<FieldVector> vectors = vector.getChildrenFromFields();
    List<Field> fields = type.children();
    if (vectors.size() != fields.size()) {
      throw new UnsupportedDataException(
          "field '" + field.getName() + "'", "fields of one name in " + type);
    }
    for (int i = 0; i < fields.size(); i++) {
      children.add(data(vectors.get(i), fields.get(i).type(), field.getChildren().get(i)));
    }
    return children;
  }

  private List<MemorySegment> buffers(FieldVector vector, DataType type, int nulls) {
    List<ArrowBuf> found = vector.getFieldBuffers();
    List<MemorySegment> buffers = new ArrayList<>(1 + found.size());
    boolean hasBitmap =
        !(type instanceof DataType.Null
            || type instanceof DataType.Union
            || type instanceof DataType.RunEndEncoded);
    // Vectors have a bitmap of ones where nothing is null.
    buffers.add(hasBitmap && nulls > 0 ? segment(found.getFirst()) : MemorySegment.NULL);
    for (ArrowBuf buffer : found.subList(hasBitmap ? 1 : 0, found.size())) {
      buffers.add(segment(buffer));
    }
    return buffers;
  }

  private MemorySegment segment(ArrowBuf buffer) {
    if (buffer.capacity() == 0) {
      return MemorySegment.NULL;
    }
    ReferenceManager references = buffer.getReferenceManager();
    references.retain();
    try {
      return Addresses.segment(
          buffer.memoryAddress(), buffer.capacity(), arena, references::release);
    } catch (Throwable e) {
      // The arena is closed, or another thread's.
      references.release();
      throw e;
    }
  }
}
