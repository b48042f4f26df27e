package io.zenith.arrow;

import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/// Short ways to fields of arrow-java.
final class Fields {
  static final ArrowType INT8 = new ArrowType.Int(8, true);
  static final ArrowType INT32 = new ArrowType.Int(32, true);
  static final ArrowType INT64 = new ArrowType.Int(64, true);
  static final ArrowType UTF8 = ArrowType.Utf8.INSTANCE;

  private Fields() {}

  /// A nullable field.
  static Field of(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  /// A dictionary-encoded field, described as files do: by the type of its values.
  static Field encoded(String name, long id, int indexBits, ArrowType values, Field... children) {
    DictionaryEncoding encoding =
        new DictionaryEncoding(id, false, new ArrowType.Int(indexBits, true));
    return new Field(name, new FieldType(true, values, encoding), List.of(children));
  }
}
