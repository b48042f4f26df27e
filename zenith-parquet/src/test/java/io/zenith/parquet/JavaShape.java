package io.zenith.parquet;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.testkit.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/// What a field of a table for parquet-java is: how it is written, and what it is expected to be
/// read as. Values are what [io.zenith.testkit.ColumnValues] makes of columns.
sealed interface JavaShape {
  /// What parquet-java is told.
  Type stored(Repetition repetition, String name);

  /// What is expected of the schema.
  DataType type();

  /// Makes a value.
  Object next();

  /// Writes a value.
  void write(RecordConsumer out, Object value);

  /// How many groups of fields, lists and maps are around the innermost values.
  int depth();

  /// Values.
  ///
  /// @param length of what is stored, if all have the same
  /// @param meaning its logical type
  /// @param values makes them
  /// @param writer writes one
  record Leaf(
      PrimitiveTypeName primitive,
      int length,
      Optional<LogicalTypeAnnotation> meaning,
      DataType type,
      Supplier<Object> values,
      BiConsumer<RecordConsumer, Object> writer)
      implements JavaShape {
    @Override
    public Type stored(Repetition repetition, String name) {
      var builder = Types.primitive(primitive, repetition);
      if (primitive == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
        builder = builder.length(length);
      }
      return (meaning.isPresent() ? builder.as(meaning.get()) : builder).named(name);
    }

    @Override
    public Object next() {
      return values.get();
    }

    @Override
    public void write(RecordConsumer out, Object value) {
      writer.accept(out, value);
    }

    @Override
    public int depth() {
      return 0;
    }
  }

  /// Fields, whose values are a [Row].
  ///
  /// @param meaning a logical type, which does not change what is read
  record Group(List<JavaField> fields, Optional<LogicalTypeAnnotation> meaning)
      implements JavaShape {
    @Override
    public Type stored(Repetition repetition, String name) {
      var builder = Types.buildGroup(repetition);
      fields.forEach(field -> builder.addField(field.stored()));
      meaning.ifPresent(builder::as);
      return builder.named(name);
    }

    @Override
    public DataType type() {
      return new DataType.Struct(fields.stream().map(JavaField::field).toList());
    }

    @Override
    public Row next() {
      List<@Nullable Object> values = new ArrayList<>();
      fields.forEach(field -> values.add(field.next()));
      return new Row(values);
    }

    @Override
    public void write(RecordConsumer out, Object value) {
      out.startGroup();
      JavaField.writeAll(out, fields, ((Row) value).values());
      out.endGroup();
    }

    @Override
    public int depth() {
      return 1 + JavaField.depth(fields);
    }
  }

  /// How a group says that the repeated field in it is a list or a map.
  enum Spelling {
    /// The elements are in a layer of groups of one field.
    LAYER,

    /// The repeated field has the elements itself, as old writers have it.
    ELEMENTS,

    /// A map.
    ENTRIES,

    /// A map, annotated as old writers do.
    OLD_ENTRIES,

    /// A map without values, which is a list of its keys.
    KEYS;

    boolean isMap() {
      return this == ENTRIES || this == OLD_ENTRIES;
    }

    boolean hasLayer() {
      return this == LAYER || this == KEYS;
    }

    private LogicalTypeAnnotation meaning() {
      return switch (this) {
        case LAYER, ELEMENTS -> LogicalTypeAnnotation.listType();
        case ENTRIES, KEYS -> LogicalTypeAnnotation.mapType();
        case OLD_ENTRIES -> LogicalTypeAnnotation.MapKeyValueTypeAnnotation.getInstance();
      };
    }
  }

  /// A list or a map: a group around a repeated field.
  record Lists(Spelling spelling, JavaField repeated) implements JavaShape {
    @Override
    public Type stored(Repetition repetition, String name) {
      return Types.buildGroup(repetition)
          .addField(repeated.stored())
          .as(spelling.meaning())
          .named(name);
    }

    @Override
    public DataType type() {
      Field inner = repeated.field().type().children().getFirst();
      if (spelling.isMap()) {
        return new DataType.Map(withKeys(inner), false);
      }
      return new DataType.List(spelling.hasLayer() ? inner.type().children().getFirst() : inner);
    }

    /// Keys are never null, even if the file says that they may be.
    private static Field withKeys(Field entries) {
      List<Field> fields = entries.type().children();
      Field key = new Field(fields.get(0).name(), fields.get(0).type(), false, Map.of());
      DataType type = new DataType.Struct(List.of(key, fields.get(1)));
      return new Field(entries.name(), type, false, Map.of());
    }

    @Override
    public Object next() {
      List<?> values = (List<?>) Objects.requireNonNull(repeated.next());
      return spelling.hasLayer() ? unwrapped(values) : values;
    }

    private static List<@Nullable Object> unwrapped(List<?> layers) {
      List<@Nullable Object> values = new ArrayList<>();
      layers.forEach(layer -> values.add(((Row) layer).values().getFirst()));
      return values;
    }

    @Override
    public void write(RecordConsumer out, Object value) {
      out.startGroup();
      List<?> values = (List<?>) value;
      repeated.write(out, 0, spelling.hasLayer() ? values.stream().map(Row::of).toList() : values);
      out.endGroup();
    }

    @Override
    public int depth() {
      // A layer is a group, and no depth; elements without one are a list by themselves.
      return repeated.depth() - (spelling == Spelling.ELEMENTS ? 0 : 1);
    }
  }
}
