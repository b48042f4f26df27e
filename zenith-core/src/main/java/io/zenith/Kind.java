package io.zenith;

import io.zenith.schema.DataType;

/// The column classes: one a width and shape. Several types share one.
enum Kind {
  NULL(NullColumn.class, "", 0),
  BOOLEAN(BooleanColumn.class, "booleans", 0),
  BYTE(ByteColumn.class, "bytes", 1),
  SHORT(ShortColumn.class, "shorts", 2),
  INT(IntColumn.class, "ints", 4),
  LONG(LongColumn.class, "longs", 8),
  HALF(HalfColumn.class, "halves", 2),
  FLOAT(FloatColumn.class, "floats", 4),
  DOUBLE(DoubleColumn.class, "doubles", 8),
  DECIMAL(DecimalColumn.class, "decimals", 0),
  INTERVAL(IntervalColumn.class, "", 0),
  UTF8(Utf8Column.class, "strings", 0),
  BINARY(BinaryColumn.class, "binaries", 0),
  FIXED_SIZE_BINARY(FixedSizeBinaryColumn.class, "", 0),
  LIST(ListColumn.class, "", 0),
  FIXED_SIZE_LIST(FixedSizeListColumn.class, "", 0),
  STRUCT(StructColumn.class, "", 0),
  UNION(UnionColumn.class, "", 0),
  RUN_END_ENCODED(RunEndEncodedColumn.class, "", 0),
  DICTIONARY(DictionaryColumn.class, "", 0);

  final Class<? extends Column> columnClass;

  /// The method of [Batch] that returns this class by name, or empty where there is none.
  private final String accessor;

  /// Bytes a value, 0 where they depend on the type or are no whole bytes.
  final int width;

  Kind(Class<? extends Column> columnClass, String accessor, int width) {
    this.columnClass = columnClass;
    this.accessor = accessor;
    this.width = width;
  }

  static Kind of(DataType type) {
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

  /// Whether values convert to float: what [Batch#stack] takes.
  boolean isNumeric() {
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

  /// How to read such a column, for error messages.
  String howToRead(String name) {
    return accessor.isEmpty()
        ? "column(\"" + name + "\", " + columnClass.getSimpleName() + ".class)"
        : accessor + "(\"" + name + "\")";
  }
}
