package io.zenith.internal.layout;

import io.zenith.schema.DataType;

/// How values are stored: one kind a width and shape. Several types share one; each has a column
/// class of its own.
public enum Kind {
  NULL(0),
  BOOLEAN(0),
  BYTE(1),
  SHORT(2),
  INT(4),
  LONG(8),
  HALF(2),
  FLOAT(4),
  DOUBLE(8),
  DECIMAL(0),
  INTERVAL(0),
  UTF8(0),
  BINARY(0),
  FIXED_SIZE_BINARY(0),
  LIST(0),
  FIXED_SIZE_LIST(0),
  STRUCT(0),
  UNION(0),
  RUN_END_ENCODED(0),
  DICTIONARY(0);

  /// Bytes a value, 0 where they depend on the type or are no whole bytes.
  public final int width;

  Kind(int width) {
    this.width = width;
  }

  public static Kind of(DataType type) {
    return switch (type) {
      case DataType.Null _ -> NULL;
      case DataType.Bool _ -> BOOLEAN;
      case DataType.Int integer -> ofBits(integer.bits());
      case DataType.FloatingPoint(int bits) -> bits == 16 ? HALF : bits == 32 ? FLOAT : DOUBLE;
      case DataType.Decimal _ -> DECIMAL;
      case DataType.Interval _ -> INTERVAL;
      case DataType.Utf8 _, DataType.LargeUtf8 _, DataType.Utf8View _ -> UTF8;
      case DataType.Binary _, DataType.LargeBinary _, DataType.BinaryView _ -> BINARY;
      case DataType.FixedSizeBinary _ -> FIXED_SIZE_BINARY;
      case DataType.Date date -> ofBits(date.bits());
      case DataType.Time time -> ofBits(time.bits());
      case DataType.Timestamp _, DataType.Duration _ -> LONG;
      case DataType.List _,
          DataType.LargeList _,
          DataType.ListView _,
          DataType.LargeListView _,
          DataType.Map _ ->
          LIST;
      case DataType.FixedSizeList _ -> FIXED_SIZE_LIST;
      case DataType.Struct _ -> STRUCT;
      case DataType.Union _ -> UNION;
      case DataType.RunEndEncoded _ -> RUN_END_ENCODED;
      case DataType.Dictionary _ -> DICTIONARY;
    };
  }

  private static Kind ofBits(int bits) {
    return switch (bits) {
      case 8 -> BYTE;
      case 16 -> SHORT;
      case 32 -> INT;
      default -> LONG;
    };
  }

  /// Whether values convert to float.
  public boolean isNumeric() {
    return switch (this) {
      case BOOLEAN, BYTE, SHORT, INT, LONG, HALF, FLOAT, DOUBLE -> true;
      case NULL,
          DECIMAL,
          INTERVAL,
          UTF8,
          BINARY,
          FIXED_SIZE_BINARY,
          LIST,
          FIXED_SIZE_LIST,
          STRUCT,
          UNION,
          RUN_END_ENCODED,
          DICTIONARY ->
          false;
    };
  }
}
