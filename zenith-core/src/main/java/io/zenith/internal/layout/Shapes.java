package io.zenith.internal.layout;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.List;

/// Compares types by how their values are read. Writers differ in what they call the elements of
/// lists, in nullability and in metadata; none of that changes a value.
public final class Shapes {
  private Shapes() {}

  /// Whether values of one type can be read as values of the other.
  public static boolean same(DataType left, DataType right) {
    return switch (left) {
      case DataType.List(Field element) ->
          right instanceof DataType.List(Field other) && same(element.type(), other.type());
      case DataType.FixedSizeList(Field element, int size) ->
          right instanceof DataType.FixedSizeList(Field other, int otherSize)
              && size == otherSize
              && same(element.type(), other.type());
      case DataType.LargeList(Field element) ->
          right instanceof DataType.LargeList(Field other) && same(element.type(), other.type());
      case DataType.ListView(Field element) ->
          right instanceof DataType.ListView(Field other) && same(element.type(), other.type());
      case DataType.LargeListView(Field element) ->
          right instanceof DataType.LargeListView(Field other)
              && same(element.type(), other.type());
      case DataType.Map(Field entries, boolean sorted) ->
          right instanceof DataType.Map(Field others, boolean otherSorted)
              && sorted == otherSorted
              && sameTypes(entries.type().children(), others.type().children());
      case DataType.Struct(List<Field> fields) ->
          right instanceof DataType.Struct(List<Field> others) && same(fields, others);
      case DataType.Union union ->
          right instanceof DataType.Union other
              && union.mode() == other.mode()
              && union.typeIds().equals(other.typeIds())
              && same(union.fields(), other.fields());
      case DataType.RunEndEncoded(Field runEnds, Field values) ->
          right instanceof DataType.RunEndEncoded(Field otherEnds, Field otherValues)
              && runEnds.type().equals(otherEnds.type())
              && same(values.type(), otherValues.type());
      case DataType.Dictionary(DataType.Int index, DataType value, boolean ordered) ->
          right instanceof DataType.Dictionary other
              && index.equals(other.index())
              && ordered == other.ordered()
              && same(value, other.value());
      case DataType.Null _,
          DataType.Bool _,
          DataType.Int _,
          DataType.FloatingPoint _,
          DataType.Decimal _,
          DataType.Interval _,
          DataType.Utf8 _,
          DataType.LargeUtf8 _,
          DataType.Utf8View _,
          DataType.Binary _,
          DataType.LargeBinary _,
          DataType.BinaryView _,
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

  private static boolean sameTypes(List<Field> left, List<Field> right) {
    boolean same = left.size() == right.size();
    for (int i = 0; same && i < left.size(); i++) {
      same = same(left.get(i).type(), right.get(i).type());
    }
    return same;
  }

  /// Whether two fields have one name, and types that are read alike.
  static boolean same(Field left, Field right) {
    return left.name().equals(right.name()) && same(left.type(), right.type());
  }
}
