package io.zenith;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.List;

/// Compares types by how their values are read. Writers differ in what they call the elements of
/// lists, in nullability and in metadata; none of that changes a value.
final class Shapes {
  private Shapes() {}

  /// Whether values of one type can be read as values of the other.
  static boolean same(DataType left, DataType right) {
    return switch (left) {
      case DataType.List(Field element) ->
          right instanceof DataType.List(Field other) && same(element.type(), other.type());
      case DataType.FixedSizeList(Field element, int size) ->
          right instanceof DataType.FixedSizeList(Field other, int otherSize)
              && size == otherSize
              && same(element.type(), other.type());
      case DataType.Struct(List<Field> fields) ->
          right instanceof DataType.Struct(List<Field> others) && same(fields, others);
      case DataType.Dictionary(DataType.Int index, DataType value, boolean ordered) ->
          right instanceof DataType.Dictionary other
              && index.equals(other.index())
              && ordered == other.ordered()
              && same(value, other.value());
      case DataType.Bool _,
          DataType.Int _,
          DataType.FloatingPoint _,
          DataType.Decimal _,
          DataType.Utf8 _,
          DataType.Binary _,
          DataType.FixedSizeBinary _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _,
          DataType.Duration _ ->
          left.equals(right);
    };
  }

  private static boolean same(List<Field> left, List<Field> right) {
    boolean same = left.size() == right.size();
    for (int i = 0; same && i < left.size(); i++) {
      same = same(left.get(i), right.get(i));
    }
    return same;
  }

  /// Whether two fields have one name, and types that are read alike.
  static boolean same(Field left, Field right) {
    return left.name().equals(right.name()) && same(left.type(), right.type());
  }
}
