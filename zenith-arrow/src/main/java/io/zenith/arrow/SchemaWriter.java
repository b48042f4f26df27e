package io.zenith.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.DictionaryKind;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.KeyValue;

/// Writes a schema: types, dictionary encodings, and all metadata.
///
/// @param schema the schema
/// @param plans the plans of its fields, which know the numbers of dictionaries
record SchemaWriter(Schema schema, List<ColumnPlan> plans) {

  /// Writes the schema.
  ///
  /// @return where it is
  int write(FlatBufferBuilder out) {
    int[] offsets = fields(out, schema.fields(), plans);
    int fields = org.apache.arrow.flatbuf.Schema.createFieldsVector(out, offsets);
    int[] pairs = pairs(out, schema.metadata());
    int metadata =
        pairs.length == 0
            ? 0
            : org.apache.arrow.flatbuf.Schema.createCustomMetadataVector(out, pairs);
    return org.apache.arrow.flatbuf.Schema.createSchema(
        out, Endianness.Little, fields, metadata, 0);
  }

  private static int[] fields(FlatBufferBuilder out, List<Field> fields, List<ColumnPlan> plans) {
    int[] offsets = new int[fields.size()];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = field(out, fields.get(i), plans.get(i));
    }
    return offsets;
  }

  private static int field(FlatBufferBuilder out, Field field, ColumnPlan plan) {
    DictionaryWriter encoded = plan.dictionary();
    ColumnPlan values = encoded == null ? plan : encoded.values();
    int[] children = fields(out, values.type().children(), values.children());
    int vector = org.apache.arrow.flatbuf.Field.createChildrenVector(out, children);
    int[] pairs = pairs(out, field.metadata());
    int metadata =
        pairs.length == 0
            ? 0
            : org.apache.arrow.flatbuf.Field.createCustomMetadataVector(out, pairs);
    TypeWriter types = new TypeWriter(out);
    int dictionary = encoded == null ? 0 : encoding(out, encoded, types);
    int name = out.createString(field.name());
    return org.apache.arrow.flatbuf.Field.createField(
        out,
        name,
        field.nullable(),
        TypeWriter.id(field.type()),
        types.parameters(field.type()),
        dictionary,
        vector,
        metadata);
  }

  private static int encoding(
      FlatBufferBuilder out, DictionaryWriter dictionary, TypeWriter types) {
    int index = types.integer(dictionary.type().index());
    return DictionaryEncoding.createDictionaryEncoding(
        out, dictionary.id(), index, dictionary.type().ordered(), DictionaryKind.DenseArray);
  }

  private static int[] pairs(FlatBufferBuilder out, Map<String, String> metadata) {
    List<Integer> offsets = new ArrayList<>();
    metadata.forEach((key, value) -> {
      int keyText = out.createString(key);
      int valueText = out.createString(value);
      offsets.add(KeyValue.createKeyValue(out, keyText, valueText));
    });
    return offsets.stream().mapToInt(Objects::requireNonNull).toArray();
  }
}
