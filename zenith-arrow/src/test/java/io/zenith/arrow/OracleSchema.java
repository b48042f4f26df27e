package io.zenith.arrow;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.IntervalUnit;
import io.zenith.schema.Schema;
import io.zenith.schema.TimeUnit;
import io.zenith.schema.UnionMode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/// A schema of arrow-java in the words of Zenith.
record OracleSchema(DictionaryProvider dictionaries) {
  private static final String LIST_ELEMENT = ListVector.DATA_VECTOR_NAME;

  /// Translates a schema whose dictionary-encoded fields are given by the types of their indices.
  static Schema of(
      org.apache.arrow.vector.types.pojo.Schema schema, DictionaryProvider dictionaries) {
    OracleSchema translator = new OracleSchema(dictionaries);
    return new Schema(
        schema.getFields().stream().map(translator::field).toList(), schema.getCustomMetadata());
  }

  /// A schema with the names that arrow-java gives to the elements of lists in dictionaries,
  /// whatever the file calls them, and with the usual names in maps, where the format leaves them
  /// free.
  static Schema asOracleNames(Schema schema) {
    return new Schema(
        schema.fields().stream().map(field -> rename(field, field.name())).toList(),
        schema.metadata());
  }

  private static Field rename(Field field, String name) {
    DataType type =
        switch (field.type()) {
          case DataType.Dictionary(var index, DataType.List list, var ordered) ->
              new DataType.Dictionary(
                  index, new DataType.List(rename(list.element(), LIST_ELEMENT)), ordered);
          case DataType.Map(Field entries, boolean sorted) -> {
            List<Field> pair = entries.type().children();
            DataType struct =
                new DataType.Struct(
                    List.of(rename(pair.getFirst(), "key"), rename(pair.getLast(), "value")));
            yield new DataType.Map(
                new Field("entries", struct, entries.nullable(), entries.metadata()), sorted);
          }
          case DataType other -> other;
        };
    return new Field(name, type, field.nullable(), field.metadata());
  }

  private Field field(org.apache.arrow.vector.types.pojo.Field field) {
    return new Field(field.getName(), type(field), field.isNullable(), field.getMetadata());
  }

  private DataType type(org.apache.arrow.vector.types.pojo.Field field) {
    var encoding = field.getDictionary();
    if (encoding == null) {
      return plain(field);
    }
    var index = encoding.getIndexType();
    var values = dictionaries.lookup(encoding.getId()).getVector().getField();
    return new DataType.Dictionary(
        new DataType.Int(index.getBitWidth(), index.getIsSigned()),
        plain(values),
        encoding.isOrdered());
  }

  private DataType plain(org.apache.arrow.vector.types.pojo.Field field) {
    List<Field> children = field.getChildren().stream().map(this::field).toList();
    return switch (field.getType()) {
      case ArrowType.Null _ -> new DataType.Null();
      case ArrowType.Bool _ -> new DataType.Bool();
      case ArrowType.Int type -> new DataType.Int(type.getBitWidth(), type.getIsSigned());
      case ArrowType.FloatingPoint type ->
          new DataType.FloatingPoint(
              switch (type.getPrecision()) {
                case HALF -> 16;
                case SINGLE -> 32;
                case DOUBLE -> 64;
              });
      case ArrowType.Decimal type ->
          new DataType.Decimal(type.getPrecision(), type.getScale(), type.getBitWidth());
      case ArrowType.Utf8 _ -> new DataType.Utf8();
      case ArrowType.LargeUtf8 _ -> new DataType.LargeUtf8();
      case ArrowType.Utf8View _ -> new DataType.Utf8View();
      case ArrowType.LargeBinary _ -> new DataType.LargeBinary();
      case ArrowType.BinaryView _ -> new DataType.BinaryView();
      case ArrowType.Binary _ -> new DataType.Binary();
      case ArrowType.FixedSizeBinary type -> new DataType.FixedSizeBinary(type.getByteWidth());
      case ArrowType.Date type -> new DataType.Date(type.getUnit() == DateUnit.DAY ? 32 : 64);
      case ArrowType.Time type -> new DataType.Time(unit(type.getUnit()));
      case ArrowType.Timestamp type ->
          new DataType.Timestamp(unit(type.getUnit()), Optional.ofNullable(type.getTimezone()));
      case ArrowType.Duration type -> new DataType.Duration(unit(type.getUnit()));
      case ArrowType.Interval type ->
          new DataType.Interval(IntervalUnit.valueOf(type.getUnit().name()));
      case ArrowType.List _ -> new DataType.List(children.getFirst());
      case ArrowType.LargeList _ -> new DataType.LargeList(children.getFirst());
      case ArrowType.ListView _ -> new DataType.ListView(children.getFirst());
      case ArrowType.LargeListView _ -> new DataType.LargeListView(children.getFirst());
      case ArrowType.Map type -> new DataType.Map(children.getFirst(), type.getKeysSorted());
      case ArrowType.Union type ->
          new DataType.Union(
              type.getMode() == org.apache.arrow.vector.types.UnionMode.Sparse
                  ? UnionMode.SPARSE
                  : UnionMode.DENSE,
              Arrays.stream(type.getTypeIds()).boxed().toList(),
              children);
      case ArrowType.RunEndEncoded _ ->
          new DataType.RunEndEncoded(children.getFirst(), children.getLast());
      case ArrowType.FixedSizeList type ->
          new DataType.FixedSizeList(children.getFirst(), type.getListSize());
      case ArrowType.Struct _ -> new DataType.Struct(children);
      default -> throw new AssertionError("not compared: " + field);
    };
  }

  private static TimeUnit unit(org.apache.arrow.vector.types.TimeUnit unit) {
    return TimeUnit.valueOf(unit.name());
  }
}
