package io.zenith.arrow.schema;

import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.DictionaryKind;
import org.apache.arrow.flatbuf.Endianness;
import org.jspecify.annotations.Nullable;

/// Reads one schema.
final class SchemaReader {
  private static final int MAX_DEPTH = 64;

  private final Place place;
  private final int metadataBytes;
  private final MetadataBudget budget;
  private final List<Long> dictionaries = new ArrayList<>();

  /// @param place where the schema is
  /// @param metadataBytes bytes of the flatbuffer that holds the schema
  SchemaReader(Place place, int metadataBytes) {
    this.place = place;
    this.metadataBytes = metadataBytes;
    this.budget = new MetadataBudget(metadataBytes);
  }

  /// Reads the schema. Call this once, inside [Flatbuffers#parse].
  ArrowSchema read(org.apache.arrow.flatbuf.Schema schema) {
    if (schema.endianness() == Endianness.Big) {
      throw place.unsupported("big-endian data");
    }
    if (schema.endianness() != Endianness.Little) {
      throw place.malformed("endianness " + schema.endianness(), "0 (little) or 1 (big)");
    }
    List<Field> fields = new ArrayList<>();
    int count = fields(schema);
    for (int i = 0; i < count; i++) {
      fields.add(field(schema.fields(i), null, 1));
    }
    return new ArrowSchema(new Schema(fields, metadata(schema)), dictionaries);
  }

  /// Reads the fields whose types are known. Call this once, inside [Flatbuffers#parse].
  Schema readKnown(org.apache.arrow.flatbuf.Schema schema) {
    List<Field> fields = new ArrayList<>();
    int count = fields(schema);
    for (int i = 0; i < count; i++) {
      try {
        fields.add(field(schema.fields(i), null, 1));
      } catch (UnsupportedDataException _) {
        // left out
      }
    }
    return new Schema(fields, metadata(schema));
  }

  private int fields(org.apache.arrow.flatbuf.Schema schema) {
    return vectorLength(schema.fieldsLength(), "fields", place);
  }

  private Map<String, String> metadata(org.apache.arrow.flatbuf.Schema schema) {
    int entries = vectorLength(schema.customMetadataLength(), "metadata entries", place);
    return KeyValues.read(entries, schema::customMetadata, budget, place);
  }

  private Field field(
      org.apache.arrow.flatbuf.Field field, @Nullable ColumnPath parent, int depth) {
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
    DataType type =
        encoding == null ? plain(field, path, depth) : dictionary(field, encoding, path, depth);
    int entries = vectorLength(field.customMetadataLength(), "metadata entries", here);
    Map<String, String> metadata = KeyValues.read(entries, field::customMetadata, budget, here);
    return new Field(name, type, field.nullable(), metadata);
  }

  /// The type of a field without its dictionary.
  private DataType plain(org.apache.arrow.flatbuf.Field field, ColumnPath path, int depth) {
    Place here = place.in(path);
    TypeReader.verifyKnown(field.typeType(), here);
    List<Field> children = new ArrayList<>();
    int count = vectorLength(field.childrenLength(), "children", here);
    for (int i = 0; i < count; i++) {
      children.add(field(field.children(i), path, depth + 1));
    }
    return TypeReader.read(field, children, here);
  }

  private DataType dictionary(
      org.apache.arrow.flatbuf.Field field,
      DictionaryEncoding encoding,
      ColumnPath path,
      int depth) {
    Place here = place.in(path);
    if (encoding.dictionaryKind() != DictionaryKind.DenseArray) {
      throw here.unsupported("dictionary kind " + encoding.dictionaryKind());
    }
    DataType.Int index = TypeReader.index(encoding.indexType(), here);
    dictionaries.add(encoding.id());
    return new DataType.Dictionary(index, plain(field, path, depth), encoding.isOrdered());
  }

  private int vectorLength(int length, String name, Place where) {
    return Flatbuffers.vectorLength(length, Integer.BYTES, metadataBytes, name, where);
  }
}
