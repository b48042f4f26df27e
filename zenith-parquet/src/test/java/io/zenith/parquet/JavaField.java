package io.zenith.parquet;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/// A field of a table for parquet-java.
///
/// @param shape what it is
/// @param counts how often it is there: once if it is required, at most once if it is optional
record JavaField(String name, Repetition repetition, JavaShape shape, IntSupplier counts) {

  /// What parquet-java is told.
  Type stored() {
    return shape.stored(repetition, name);
  }

  /// What is expected of the schema: a repeated field is a list of which nothing is null.
  Field field() {
    DataType type = shape.type();
    return switch (repetition) {
      case REQUIRED -> new Field(name, type, false, Map.of());
      case OPTIONAL -> new Field(name, type, true, Map.of());
      case REPEATED ->
          new Field(
              name, new DataType.List(new Field(name, type, false, Map.of())), false, Map.of());
    };
  }

  /// Makes a value.
  @Nullable Object next() {
    List<Object> values = new ArrayList<>();
    for (int left = counts.getAsInt(); left > 0; left--) {
      values.add(shape.next());
    }
    if (repetition == Repetition.REPEATED) {
      return values;
    }
    return values.isEmpty() ? null : values.getFirst();
  }

  /// Writes a value.
  ///
  /// @param place of this field among others
  void write(RecordConsumer out, int place, @Nullable Object value) {
    List<?> values = occurrences(value);
    if (!values.isEmpty()) {
      out.startField(name, place);
      values.forEach(one -> shape.write(out, one));
      out.endField(name, place);
    }
  }

  private List<?> occurrences(@Nullable Object value) {
    if (repetition == Repetition.REPEATED) {
      return (List<?>) Objects.requireNonNull(value);
    }
    return value == null ? List.of() : List.of(value);
  }

  int depth() {
    return shape.depth() + (repetition == Repetition.REPEATED ? 1 : 0);
  }

  static int depth(List<JavaField> fields) {
    return fields.stream().mapToInt(JavaField::depth).max().orElseThrow();
  }

  /// Writes the values of a group of fields.
  static void writeAll(RecordConsumer out, List<JavaField> fields, List<?> values) {
    for (int i = 0; i < fields.size(); i++) {
      fields.get(i).write(out, i, values.get(i));
    }
  }
}
