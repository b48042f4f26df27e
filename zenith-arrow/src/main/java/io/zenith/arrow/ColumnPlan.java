package io.zenith.arrow;

import io.zenith.arrow.schema.ColumnPath;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.IntervalUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How to write a column: its type, those inside, and what was written of its dictionary.
///
/// @param path the place in the schema, for errors
/// @param type the type
/// @param children the plans of the fields inside; none of a dictionary column
/// @param dictionary of a dictionary column its dictionary, of others null
record ColumnPlan(
    ColumnPath path,
    DataType type,
    List<ColumnPlan> children,
    @Nullable DictionaryWriter dictionary) {

  /// Makes the plan of a field. Dictionaries are numbered in the order in which a walk into the
  /// depth meets them.
  ///
  /// @param dictionaries those of the fields before, to which the dictionaries of this are added
  static ColumnPlan of(
      Field field,
      @Nullable ColumnPath parent,
      List<DictionaryWriter> dictionaries,
      Policy policy) {
    ColumnPath path = new ColumnPath(parent, field.name());
    if (!(field.type() instanceof DataType.Dictionary type)) {
      return ofValues(path, field.type(), dictionaries, policy);
    }
    if (type.value() instanceof DataType.Dictionary) {
      throw new IllegalArgumentException(
          path + " of " + type + ": a dictionary of a dictionary cannot be written to Arrow IPC");
    }
    DictionaryWriter dictionary = new DictionaryWriter(dictionaries.size(), path, type, policy);
    dictionaries.add(dictionary);
    dictionary.values(ofValues(path, type.value(), dictionaries, policy));
    return new ColumnPlan(path, type, List.of(), dictionary);
  }

  /// What becomes of a second dictionary of a column.
  enum Policy {
    /// It takes the place of the first.
    REPLACE,
    /// Its values are appended to the first.
    APPEND
  }

  private static ColumnPlan ofValues(
      ColumnPath path, DataType type, List<DictionaryWriter> dictionaries, Policy policy) {
    List<ColumnPlan> children = new ArrayList<>();
    for (Field child : type.children()) {
      children.add(of(child, path, dictionaries, policy));
    }
    return new ColumnPlan(path, type, children, null);
  }

  /// Bytes a value, or an index, of a type where they are fixed and whole.
  int width() {
    return switch (type) {
      case DataType.Int(int bits, _) -> bits / 8;
      case DataType.Dictionary dictionary -> dictionary.index().bits() / 8;
      case DataType.FloatingPoint(int bits) -> bits / 8;
      case DataType.Decimal decimal -> decimal.bits() / 8;
      case DataType.FixedSizeBinary(int byteWidth) -> byteWidth;
      case DataType.Date(int bits) -> bits / 8;
      case DataType.Time time -> time.bits() / 8;
      case DataType.Timestamp _, DataType.Duration _ -> Long.BYTES;
      case DataType.Interval(IntervalUnit unit) ->
          switch (unit) {
            case YEAR_MONTH -> 4;
            case DAY_TIME -> 8;
            case MONTH_DAY_NANO -> 16;
          };
      case DataType.Null _,
          DataType.Bool _,
          DataType.Utf8 _,
          DataType.LargeUtf8 _,
          DataType.Utf8View _,
          DataType.Binary _,
          DataType.LargeBinary _,
          DataType.BinaryView _,
          DataType.List _,
          DataType.LargeList _,
          DataType.ListView _,
          DataType.LargeListView _,
          DataType.FixedSizeList _,
          DataType.Struct _,
          DataType.Map _,
          DataType.Union _,
          DataType.RunEndEncoded _ ->
          throw new IllegalStateException(type + " has no fixed width");
    };
  }

  /// Bytes an offset of a type that has some.
  int offsetWidth() {
    return switch (type) {
      case DataType.LargeUtf8 _,
          DataType.LargeBinary _,
          DataType.LargeList _,
          DataType.LargeListView _ ->
          Long.BYTES;
      default -> Integer.BYTES;
    };
  }
}
