package io.zenith.arrow.bridge;

import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.IntervalUnit;
import io.zenith.schema.Schema;
import io.zenith.schema.TimeUnit;
import io.zenith.schema.UnionMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.ExtensionTypeRegistry;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;

/// Makes fields of arrow-java. Dictionaries are numbered in the order of the fields, outer ones
/// before those inside of them.
final class VectorFields {
  private static final String EXTENSION_NAME = "ARROW:extension:name";
  private static final String EXTENSION_METADATA = "ARROW:extension:metadata";

  /// A dictionary's number is its place.
  private final List<VectorSchema.Values> dictionaries = new ArrayList<>();

  /// What is registered for the names that were met.
  private final Map<String, ArrowType.@Nullable ExtensionType> extensions = new HashMap<>();

  /// The column that is being translated, for errors.
  private String column = "";

  private VectorFields() {}

  /// The schema that vectors of these columns have.
  ///
  /// @throws UnsupportedDataException if arrow-java has no vector for a type
  static VectorSchema of(Schema schema) {
    VectorFields fields = new VectorFields();
    List<org.apache.arrow.vector.types.pojo.Field> columns = new ArrayList<>();
    for (Field field : schema.fields()) {
      fields.column = field.name();
      columns.add(fields.field(field));
    }
    return new VectorSchema(
        schema,
        new org.apache.arrow.vector.types.pojo.Schema(columns, schema.metadata()),
        List.copyOf(fields.dictionaries),
        fields.extensions);
  }

  private org.apache.arrow.vector.types.pojo.Field field(Field field) {
    return field(field, field.nullable());
  }

  private org.apache.arrow.vector.types.pojo.Field field(Field field, boolean nullable) {
    if (field.type() instanceof DataType.Dictionary dictionary) {
      return encoded(field, dictionary);
    }
    ArrowType type = extension(type(field.type()), field.metadata());
    return new org.apache.arrow.vector.types.pojo.Field(
        field.name(),
        new FieldType(nullable, type, null, field.metadata()),
        children(field.type()));
  }

  /// The indices. The values have a field of their own, named as arrow-java names it.
  private org.apache.arrow.vector.types.pojo.Field encoded(Field field, DataType.Dictionary type) {
    int id = dictionaries.size();
    Map<String, String> metadata = field.metadata();
    ArrowType.Int index = new ArrowType.Int(type.index().bits(), type.index().signed());
    DictionaryEncoding encoding = new DictionaryEncoding(id, type.ordered(), index);
    org.apache.arrow.vector.types.pojo.Field indices =
        new org.apache.arrow.vector.types.pojo.Field(
            field.name(), new FieldType(field.nullable(), index, encoding, metadata), List.of());
    // Its place is its number, whatever dictionaries are inside of it.
    dictionaries.add(new VectorSchema.Values(column, indices, encoding));
    dictionaries.set(
        id,
        new VectorSchema.Values(
            column, values("DICT" + id, field.nullable(), type.value(), metadata), encoding));
    return indices;
  }

  private org.apache.arrow.vector.types.pojo.Field values(
      String name, boolean nullable, DataType type, Map<String, String> metadata) {
    return type instanceof DataType.Dictionary
        ? field(new Field(name, type, nullable, Map.of()))
        : new org.apache.arrow.vector.types.pojo.Field(
            name, new FieldType(nullable, extension(type(type), metadata), null), children(type));
  }

  /// As arrow-java's readers do it: extension types that are registered there have vectors of their
  /// own.
  private ArrowType extension(ArrowType storage, Map<String, String> metadata) {
    String name = metadata.get(EXTENSION_NAME);
    if (name == null) {
      return storage;
    }
    ArrowType.ExtensionType known = ExtensionTypeRegistry.lookup(name);
    extensions.put(name, known);
    if (known == null) {
      return storage;
    }
    try {
      return known.deserialize(storage, metadata.getOrDefault(EXTENSION_METADATA, ""));
    } catch (RuntimeException e) {
      throw unsupported("the extension type " + name + " over " + storage + ": " + e.getMessage());
    }
  }

  private List<org.apache.arrow.vector.types.pojo.Field> children(DataType type) {
    // The format says that neither the entries of a map nor their keys are null.
    if (type instanceof DataType.Map(Field entries, _)) {
      List<Field> pair = entries.type().children();
      FieldType struct = new FieldType(false, ArrowType.Struct.INSTANCE, null, entries.metadata());
      return List.of(
          new org.apache.arrow.vector.types.pojo.Field(
              entries.name(),
              struct,
              List.of(field(pair.getFirst(), false), field(pair.getLast()))));
    }
    return type.children().stream().map(this::field).toList();
  }

  private ArrowType type(DataType type) {
    return switch (type) {
      case DataType.Null _ -> ArrowType.Null.INSTANCE;
      case DataType.Bool _ -> ArrowType.Bool.INSTANCE;
      case DataType.Int(int bits, boolean signed) -> new ArrowType.Int(bits, signed);
      case DataType.FloatingPoint(int bits) -> new ArrowType.FloatingPoint(precision(bits));
      case DataType.Decimal(int precision, int scale, int bits) when bits > Long.SIZE ->
          new ArrowType.Decimal(precision, scale, bits);
      case DataType.Decimal _ -> throw unsupported(type);
      case DataType.Utf8 _ -> ArrowType.Utf8.INSTANCE;
      case DataType.LargeUtf8 _ -> ArrowType.LargeUtf8.INSTANCE;
      case DataType.Utf8View _ -> ArrowType.Utf8View.INSTANCE;
      case DataType.Binary _ -> ArrowType.Binary.INSTANCE;
      case DataType.LargeBinary _ -> ArrowType.LargeBinary.INSTANCE;
      case DataType.BinaryView _ -> ArrowType.BinaryView.INSTANCE;
      case DataType.FixedSizeBinary(int width) when width > 0 ->
          new ArrowType.FixedSizeBinary(width);
      case DataType.FixedSizeBinary _ -> throw unsupported(type);
      case DataType.Date(int bits) ->
          new ArrowType.Date(bits == Integer.SIZE ? DateUnit.DAY : DateUnit.MILLISECOND);
      case DataType.Time time -> new ArrowType.Time(unit(time.unit()), time.bits());
      case DataType.Timestamp(TimeUnit unit, var zone) ->
          new ArrowType.Timestamp(unit(unit), zone.orElse(null));
      case DataType.Duration(TimeUnit unit) -> new ArrowType.Duration(unit(unit));
      case DataType.Interval(IntervalUnit unit) -> new ArrowType.Interval(unit(unit));
      case DataType.List _ -> ArrowType.List.INSTANCE;
      case DataType.LargeList _ -> ArrowType.LargeList.INSTANCE;
      case DataType.ListView _ -> ArrowType.ListView.INSTANCE;
      case DataType.LargeListView _ -> ArrowType.LargeListView.INSTANCE;
      case DataType.FixedSizeList(_, int size) -> new ArrowType.FixedSizeList(size);
      case DataType.Struct _ -> ArrowType.Struct.INSTANCE;
      case DataType.Map(_, boolean sorted) -> new ArrowType.Map(sorted);
      case DataType.Union union -> union(union);
      case DataType.RunEndEncoded _ -> ArrowType.RunEndEncoded.INSTANCE;
      case DataType.Dictionary _ -> throw new IllegalStateException("indices are an integer");
    };
  }

  private UnsupportedDataException unsupported(Object type) {
    return new UnsupportedDataException(
        "column '" + column + "'", "arrow-java has no vectors of " + type);
  }

  private static ArrowType union(DataType.Union union) {
    int[] ids = union.typeIds().stream().mapToInt(Integer::intValue).toArray();
    return new ArrowType.Union(
        union.mode() == UnionMode.DENSE
            ? org.apache.arrow.vector.types.UnionMode.Dense
            : org.apache.arrow.vector.types.UnionMode.Sparse,
        ids);
  }

  private static FloatingPointPrecision precision(int bits) {
    return switch (bits) {
      case 16 -> FloatingPointPrecision.HALF;
      case 32 -> FloatingPointPrecision.SINGLE;
      default -> FloatingPointPrecision.DOUBLE;
    };
  }

  private static org.apache.arrow.vector.types.TimeUnit unit(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> org.apache.arrow.vector.types.TimeUnit.SECOND;
      case MILLISECOND -> org.apache.arrow.vector.types.TimeUnit.MILLISECOND;
      case MICROSECOND -> org.apache.arrow.vector.types.TimeUnit.MICROSECOND;
      case NANOSECOND -> org.apache.arrow.vector.types.TimeUnit.NANOSECOND;
    };
  }

  private static org.apache.arrow.vector.types.IntervalUnit unit(IntervalUnit unit) {
    return switch (unit) {
      case YEAR_MONTH -> org.apache.arrow.vector.types.IntervalUnit.YEAR_MONTH;
      case DAY_TIME -> org.apache.arrow.vector.types.IntervalUnit.DAY_TIME;
      case MONTH_DAY_NANO -> org.apache.arrow.vector.types.IntervalUnit.MONTH_DAY_NANO;
    };
  }
}
