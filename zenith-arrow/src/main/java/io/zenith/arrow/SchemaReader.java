package io.zenith.arrow;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.DictionaryKind;
import org.apache.arrow.flatbuf.Endianness;
import org.jspecify.annotations.Nullable;

/// Reads one schema, and works out how its columns lie in the batches. Call [#read] once, then
/// [#layout()].
final class SchemaReader {
  private static final int MAX_DEPTH = 64;

  private final Place place;
  private final int metadataBytes;
  private final MetadataBudget budget;
  private final BatchLayoutBuilder recordBatch = new BatchLayoutBuilder();
  private final Map<Long, BatchLayout> dictionaries = new HashMap<>();

  /// A field and where it lies.
  private record Column(Field field, ColumnLayout layout) {}

  /// @param place where the schema is
  /// @param metadataBytes bytes of the flatbuffer that holds the schema
  SchemaReader(Place place, int metadataBytes) {
    this.place = place;
    this.metadataBytes = metadataBytes;
    this.budget = new MetadataBudget(metadataBytes);
  }

  /// Reads the schema. Call this inside [Flatbuffers#parse].
  Schema read(org.apache.arrow.flatbuf.Schema schema) {
    if (schema.endianness() == Endianness.Big) {
      throw place.unsupported("big-endian data");
    }
    if (schema.endianness() != Endianness.Little) {
      throw place.malformed("endianness " + schema.endianness(), "0 (little) or 1 (big)");
    }
    List<Field> fields = new ArrayList<>();
    int count = vectorLength(schema.fieldsLength(), "fields", place);
    for (int i = 0; i < count; i++) {
      Column column = column(schema.fields(i), null, recordBatch, 1);
      recordBatch.add(column.layout());
      fields.add(column.field());
    }
    int entries = vectorLength(schema.customMetadataLength(), "metadata entries", place);
    return new Schema(fields, KeyValues.read(entries, schema::customMetadata, budget, place));
  }

  /// The layout of the schema that was read.
  SchemaLayout layout() {
    return new SchemaLayout(recordBatch.build(), dictionaries);
  }

  private Column column(
      org.apache.arrow.flatbuf.Field field,
      @Nullable ColumnPath parent,
      BatchLayoutBuilder batch,
      int depth) {
    budget.field(place);
    ByteBuffer nameBytes = field.nameAsByteBuffer();
    budget.text(nameBytes == null ? 0 : nameBytes.remaining(), place);
    String name = Flatbuffers.text(nameBytes, "field name", place);
    ColumnPath path = new ColumnPath(parent, name);
    Place here = place.in(path);
    if (depth > MAX_DEPTH) {
      throw here.malformed("nesting of more than " + MAX_DEPTH, "at most that");
    }
    DictionaryEncoding encoding = field.dictionary();
    ColumnLayout layout =
        encoding == null
            ? plain(field, path, batch, depth)
            : dictionary(field, encoding, path, batch, depth);
    int entries = vectorLength(field.customMetadataLength(), "metadata entries", here);
    Map<String, String> metadata = KeyValues.read(entries, field::customMetadata, budget, here);
    return new Column(new Field(name, layout.type(), field.nullable(), metadata), layout);
  }

  /// A field whose values lie in the batch.
  private ColumnLayout plain(
      org.apache.arrow.flatbuf.Field field, ColumnPath path, BatchLayoutBuilder batch, int depth) {
    Place here = place.in(path);
    TypeReader.verifyKnown(field.typeType(), here);
    int node = batch.takeNode();
    List<Field> fields = new ArrayList<>();
    List<ColumnLayout> children = new ArrayList<>();
    int count = vectorLength(field.childrenLength(), "children", here);
    for (int i = 0; i < count; i++) {
      Column child = column(field.children(i), path, batch, depth + 1);
      fields.add(child.field());
      children.add(child.layout());
    }
    DataType type = TypeReader.read(field, fields, here);
    return new ColumnLayout(
        path, type, FieldBuffers.of(type), node, batch.nodes(), children, OptionalLong.empty());
  }

  /// A field whose indices lie in the batch, and whose values lie in a batch of their own.
  private ColumnLayout dictionary(
      org.apache.arrow.flatbuf.Field field,
      DictionaryEncoding encoding,
      ColumnPath path,
      BatchLayoutBuilder batch,
      int depth) {
    Place here = place.in(path);
    if (encoding.dictionaryKind() != DictionaryKind.DenseArray) {
      throw here.unsupported("dictionary kind " + encoding.dictionaryKind());
    }
    DataType.Int index = TypeReader.index(encoding.indexType(), here);
    BatchLayoutBuilder own = new BatchLayoutBuilder();
    own.add(plain(field, path, own, depth));
    BatchLayout values = own.build();
    DataType valueType = values.columns().getFirst().type();
    BatchLayout known = dictionaries.putIfAbsent(encoding.id(), values);
    if (known != null && !known.columns().getFirst().type().equals(valueType)) {
      throw here.malformed(
          "dictionary " + encoding.id() + " of " + valueType,
          known.columns().getFirst().type() + ", as elsewhere in the schema");
    }
    DataType type = new DataType.Dictionary(index, valueType, encoding.isOrdered());
    int node = batch.takeNode();
    return new ColumnLayout(
        path,
        type,
        FieldBuffers.of(type),
        node,
        batch.nodes(),
        List.of(),
        OptionalLong.of(encoding.id()));
  }

  private int vectorLength(int length, String name, Place where) {
    return Flatbuffers.vectorLength(length, Integer.BYTES, metadataBytes, name, where);
  }
}
