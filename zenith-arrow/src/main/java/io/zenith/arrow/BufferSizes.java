package io.zenith.arrow;

import io.zenith.schema.DataType;
import io.zenith.schema.IntervalUnit;
import io.zenith.schema.UnionMode;

/// How many bytes a buffer needs for its values, where the type and their number tell.
final class BufferSizes {
  /// Not to be told: bytes of text, data of views.
  static final long UNKNOWN = -1;

  /// Writers round up to this.
  private static final long PADDING = 64;

  private BufferSizes() {}

  /// The most bytes that a writer has reason to give to a buffer.
  ///
  /// @param role 0 for validity, else the place behind it
  /// @param length how many values there are
  static long most(DataType type, int role, long length) {
    long needed = role == 0 ? bits(length) : needed(type, role, length);
    return needed == UNKNOWN ? UNKNOWN : (needed / PADDING + 2) * PADDING;
  }

  private static long needed(DataType type, int role, long length) {
    return switch (type) {
      case DataType.Bool _ -> bits(length);
      case DataType.Int(int bits, _) -> times(length, bits / 8);
      case DataType.FloatingPoint(int bits) -> times(length, bits / 8);
      case DataType.Decimal decimal -> times(length, decimal.bits() / 8);
      case DataType.FixedSizeBinary(int width) -> times(length, width);
      case DataType.Date(int bits) -> times(length, bits / 8);
      case DataType.Time time -> times(length, time.bits() / 8);
      case DataType.Timestamp _, DataType.Duration _ -> times(length, 8);
      case DataType.Interval(IntervalUnit unit) ->
          times(
              length,
              switch (unit) {
                case YEAR_MONTH -> 4;
                case DAY_TIME -> 8;
                case MONTH_DAY_NANO -> 16;
              });
      case DataType.Utf8 _, DataType.Binary _ -> role == 1 ? offsets(length, 4) : UNKNOWN;
      case DataType.LargeUtf8 _, DataType.LargeBinary _ -> role == 1 ? offsets(length, 8) : UNKNOWN;
      case DataType.Utf8View _, DataType.BinaryView _ -> role == 1 ? times(length, 16) : UNKNOWN;
      case DataType.List _, DataType.Map _ -> offsets(length, 4);
      case DataType.LargeList _ -> offsets(length, 8);
      case DataType.ListView _ -> times(length, 4);
      case DataType.LargeListView _ -> times(length, 8);
      case DataType.Union union ->
          times(length, role == 1 || union.mode() == UnionMode.SPARSE ? 1 : 4);
      case DataType.Dictionary(DataType.Int index, _, _) -> times(length, index.bits() / 8);
      case DataType.Null _, DataType.Struct _, DataType.FixedSizeList _, DataType.RunEndEncoded _ ->
          0;
    };
  }

  private static long bits(long length) {
    return length / 8 + 1;
  }

  private static long offsets(long length, int width) {
    return times(length, width) + width;
  }

  /// Half of all numbers, where the product is more, so that a little may be added.
  private static long times(long length, int width) {
    return width > 0 && length > (Long.MAX_VALUE >> 1) / width
        ? Long.MAX_VALUE >> 1
        : length * width;
  }
}
