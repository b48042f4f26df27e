package io.zenith;

import io.zenith.internal.layout.Kind;

/// How the columns of a kind are read.
///
/// @param type their class
/// @param accessor the method of [Batch] that returns this class by name, or empty where there is
///   none
record ColumnAccess(Class<? extends Column> type, String accessor) {

  static ColumnAccess of(Kind kind) {
    return switch (kind) {
      case NULL -> new ColumnAccess(NullColumn.class, "");
      case BOOLEAN -> new ColumnAccess(BooleanColumn.class, "booleans");
      case BYTE -> new ColumnAccess(ByteColumn.class, "bytes");
      case SHORT -> new ColumnAccess(ShortColumn.class, "shorts");
      case INT -> new ColumnAccess(IntColumn.class, "ints");
      case LONG -> new ColumnAccess(LongColumn.class, "longs");
      case HALF -> new ColumnAccess(HalfColumn.class, "halves");
      case FLOAT -> new ColumnAccess(FloatColumn.class, "floats");
      case DOUBLE -> new ColumnAccess(DoubleColumn.class, "doubles");
      case DECIMAL -> new ColumnAccess(DecimalColumn.class, "decimals");
      case INTERVAL -> new ColumnAccess(IntervalColumn.class, "");
      case UTF8 -> new ColumnAccess(Utf8Column.class, "strings");
      case BINARY -> new ColumnAccess(BinaryColumn.class, "binaries");
      case FIXED_SIZE_BINARY -> new ColumnAccess(FixedSizeBinaryColumn.class, "");
      case LIST -> new ColumnAccess(ListColumn.class, "");
      case FIXED_SIZE_LIST -> new ColumnAccess(FixedSizeListColumn.class, "");
      case STRUCT -> new ColumnAccess(StructColumn.class, "");
      case UNION -> new ColumnAccess(UnionColumn.class, "");
      case RUN_END_ENCODED -> new ColumnAccess(RunEndEncodedColumn.class, "");
      case DICTIONARY -> new ColumnAccess(DictionaryColumn.class, "");
    };
  }

  /// How to read such a column, for error messages.
  String howToRead(String name) {
    return accessor.isEmpty()
        ? "column(\"" + name + "\", " + type.getSimpleName() + ".class)"
        : accessor + "(\"" + name + "\")";
  }
}
