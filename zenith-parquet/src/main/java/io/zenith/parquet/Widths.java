package io.zenith.parquet;

import io.zenith.schema.DataType;
import io.zenith.schema.IntervalUnit;

/// How wide values lie in Arrow's layout.
final class Widths {
  private Widths() {}

  /// Bytes a value in the buffer behind the validity: of offsets, where there are such. 0 where
  /// there is no such buffer, and for bits.
  static int of(DataType type) {
    return switch (type) {
      case DataType.Int(int bits, boolean _) -> bits / Byte.SIZE;
      case DataType.FloatingPoint(int bits) -> bits / Byte.SIZE;
      case DataType.Decimal decimal -> decimal.bits() / Byte.SIZE;
      case DataType.Date(int bits) -> bits / Byte.SIZE;
      case DataType.Time time -> time.bits() / Byte.SIZE;
      case DataType.FixedSizeBinary(int bytes) -> bytes;
      case DataType.Timestamp _, DataType.Duration _ -> Long.BYTES;
      case DataType.Interval(IntervalUnit unit) ->
          switch (unit) {
            case YEAR_MONTH -> Integer.BYTES;
            case DAY_TIME -> Long.BYTES;
            case MONTH_DAY_NANO -> 2 * Long.BYTES;
          };
      case DataType.Dictionary dictionary -> of(dictionary.index());
      case DataType.Utf8View _, DataType.BinaryView _ -> Views.BYTES;
      case DataType.Utf8 _,
          DataType.Binary _,
          DataType.List _,
          DataType.ListView _,
          DataType.Map _ ->
          Integer.BYTES;
      case DataType.LargeUtf8 _,
          DataType.LargeBinary _,
          DataType.LargeList _,
          DataType.LargeListView _ ->
          Long.BYTES;
      case DataType.Null _,
          DataType.Bool _,
          DataType.FixedSizeList _,
          DataType.Struct _,
          DataType.Union _,
          DataType.RunEndEncoded _ ->
          0;
    };
  }
}
