package io.zenith.arrow;

import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Union;
import org.apache.arrow.flatbuf.UnionMode;

/// Refuses the types that are not read, by their names in Arrow. Call this inside
/// [Flatbuffers#parse].
final class UnsupportedTypes {
  private UnsupportedTypes() {}

  /// Returns if the type of the field is read.
  static void refuse(Field field, Place place) {
    switch (field.typeType()) {
      case Type.Bool,
          Type.Int,
          Type.FloatingPoint,
          Type.Decimal,
          Type.Utf8,
          Type.Binary,
          Type.FixedSizeBinary,
          Type.Date,
          Type.Time,
          Type.Timestamp,
          Type.Duration,
          Type.List,
          Type.FixedSizeList,
          Type.Struct_ -> {}
      case Type.NONE -> throw place.malformed("no type", "one");
      default -> throw place.unsupported("type " + name(field));
    }
  }

  private static String name(Field field) {
    return switch (field.typeType()) {
      case Type.Null -> "null";
      case Type.Interval -> interval(field);
      case Type.Union -> union(field);
      case Type.Map -> "map";
      case Type.LargeBinary -> "large_binary";
      case Type.LargeUtf8 -> "large_utf8";
      case Type.LargeList -> "large_list";
      case Type.RunEndEncoded -> "run_end_encoded";
      case Type.BinaryView -> "binary_view";
      case Type.Utf8View -> "utf8_view";
      case Type.ListView -> "list_view";
      case Type.LargeListView -> "large_list_view";
      default -> "number " + field.typeType() + " of a newer Arrow version";
    };
  }

  private static String interval(Field field) {
    Interval interval = new Interval();
    if (field.type(interval) == null) {
      return "interval";
    }
    return switch (interval.unit()) {
      case IntervalUnit.YEAR_MONTH -> "interval[year_month]";
      case IntervalUnit.DAY_TIME -> "interval[day_time]";
      case IntervalUnit.MONTH_DAY_NANO -> "interval[month_day_nano]";
      default -> "interval";
    };
  }

  private static String union(Field field) {
    Union union = new Union();
    if (field.type(union) == null) {
      return "union";
    }
    return union.mode() == UnionMode.Sparse ? "sparse_union" : "dense_union";
  }
}
