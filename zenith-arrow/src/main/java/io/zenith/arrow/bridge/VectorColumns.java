package io.zenith.arrow.bridge;

import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.IntervalUnit;
import io.zenith.schema.Schema;
import io.zenith.schema.TimeUnit;
import io.zenith.schema.UnionMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;

/// Makes columns of what arrow-java says of vectors: the way back from [VectorFields].
///
/// @param dictionaries the dictionaries of the vectors
record VectorColumns(DictionaryProvider dictionaries) {

  /// The columns of vectors with this schema.
  ///
  /// @throws IllegalArgumentException if a dictionary is missing
  /// @throws UnsupportedDataException if there is a type that Zenith does not have
  Schema schema(org.apache.arrow.vector.types.pojo.Schema schema) {
    return new Schema(
        schema.getFields().stream().map(this::field).toList(), schema.getCustomMetadata());
  }

  /// The dictionary of a field.
  Dictionary dictionary(String name, DictionaryEncoding encoding) {
    Dictionary dictionary = dictionaries.lookup(encoding.getId());
    if (dictionary == null) {
      throw new IllegalArgumentException(
          "field '"
              + name
              + "' needs the dictionary "
              + encoding.getId()
              + "; there are "
              + dictionaries.getDictionaryIds());
    }
    return dictionary;
  }

  private Field field(org.apache.arrow.vector.types.pojo.Field field) {
    String name = Objects.requireNonNullElse(field.getName(), "");
    return new Field(name, type(name, field), field.isNullable(), field.getMetadata());
  }

  private DataType type(String name, org.apache.arrow.vector.types.pojo.Field field) {
    DictionaryEncoding encoding = field.getDictionary();
    if (encoding == null) {
      return type(name, field.getType(), children(field));
    }
    ArrowType.Int index = encoding.getIndexType();
    org.apache.arrow.vector.types.pojo.Field values =
        dictionary(name, encoding).getVector().getField();
    refuseUnions(name, values);
    return new DataType.Dictionary(
        new DataType.Int(index.getBitWidth(), index.getIsSigned()),
        type(name, values),
        encoding.isOrdered());
  }

  /// A vector of unions that is in no schema does not know the type ids of its fields.
  private static void refuseUnions(String name, org.apache.arrow.vector.types.pojo.Field values) {
    if (values.getType() instanceof ArrowType.Union) {
      throw new UnsupportedDataException("field '" + name + "'", "a dictionary of unions");
    }
    values.getChildren().forEach(child -> refuseUnions(name, child));
  }

  private List<Field> children(org.apache.arrow.vector.types.pojo.Field field) {
    List<Field> children = new ArrayList<>();
    field.getChildren().forEach(child -> children.add(field(child)));
    return children;
  }

  private static DataType type(String name, ArrowType type, List<Field> children) {
    return switch (type) {
      case ArrowType.ExtensionType extension -> type(name, extension.storageType(), children);
      case ArrowType.Null _ -> new DataType.Null();
      case ArrowType.Bool _ -> new DataType.Bool();
      case ArrowType.Int number -> new DataType.Int(number.getBitWidth(), number.getIsSigned());
      case ArrowType.FloatingPoint number ->
          new DataType.FloatingPoint(
              switch (number.getPrecision()) {
                case HALF -> 16;
                case SINGLE -> 32;
                case DOUBLE -> 64;
              });
      case ArrowType.Decimal number ->
          new DataType.Decimal(number.getPrecision(), number.getScale(), number.getBitWidth());
      case ArrowType.Utf8 _ -> new DataType.Utf8();
      case ArrowType.LargeUtf8 _ -> new DataType.LargeUtf8();
      case ArrowType.Utf8View _ -> new DataType.Utf8View();
      case ArrowType.Binary _ -> new DataType.Binary();
      case ArrowType.LargeBinary _ -> new DataType.LargeBinary();
      case ArrowType.BinaryView _ -> new DataType.BinaryView();
      case ArrowType.FixedSizeBinary binary -> new DataType.FixedSizeBinary(binary.getByteWidth());
      case ArrowType.Date date -> new DataType.Date(date.getUnit() == DateUnit.DAY ? 32 : 64);
      case ArrowType.Time time -> new DataType.Time(unit(time.getUnit()));
      case ArrowType.Timestamp time ->
          new DataType.Timestamp(unit(time.getUnit()), Optional.ofNullable(time.getTimezone()));
      case ArrowType.Duration duration -> new DataType.Duration(unit(duration.getUnit()));
      case ArrowType.Interval interval ->
          new DataType.Interval(
              switch (interval.getUnit()) {
                case YEAR_MONTH -> IntervalUnit.YEAR_MONTH;
                case DAY_TIME -> IntervalUnit.DAY_TIME;
                case MONTH_DAY_NANO -> IntervalUnit.MONTH_DAY_NANO;
              });
      case ArrowType.List _ -> new DataType.List(children.getFirst());
      case ArrowType.LargeList _ -> new DataType.LargeList(children.getFirst());
      case ArrowType.ListView _ -> new DataType.ListView(children.getFirst());
      case ArrowType.LargeListView _ -> new DataType.LargeListView(children.getFirst());
      case ArrowType.FixedSizeList list ->
          new DataType.FixedSizeList(children.getFirst(), list.getListSize());
      case ArrowType.Struct _ -> new DataType.Struct(children);
      case ArrowType.Map map -> new DataType.Map(children.getFirst(), map.getKeysSorted());
      case ArrowType.Union union ->
          new DataType.Union(
              switch (union.getMode()) {
                case Sparse -> UnionMode.SPARSE;
                case Dense -> UnionMode.DENSE;
              },
              Arrays.stream(union.getTypeIds()).boxed().toList(),
              children);
      case ArrowType.RunEndEncoded _ ->
          new DataType.RunEndEncoded(children.getFirst(), children.getLast());
      default -> throw new UnsupportedDataException("field '" + name + "'", "the type " + type);
    };
  }

  private static TimeUnit unit(org.apache.arrow.vector.types.TimeUnit unit) {
    return switch (unit) {
      case SECOND -> TimeUnit.SECOND;
      case MILLISECOND -> TimeUnit.MILLISECOND;
      case MICROSECOND -> TimeUnit.MICROSECOND;
      case NANOSECOND -> TimeUnit.NANOSECOND;
    };
  }
}
