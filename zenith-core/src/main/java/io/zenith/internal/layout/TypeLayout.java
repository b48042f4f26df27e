package io.zenith.internal.layout;

import io.zenith.schema.DataType;
import io.zenith.schema.IntervalUnit;

/// How the values of a type are stored: what a [Node] asks once, when it is made.
public final class TypeLayout {
  private TypeLayout() {}

  /// What values are stored as: the indices of a dictionary, else the type itself.
  static DataType stored(DataType type) {
    return type instanceof DataType.Dictionary dictionary ? dictionary.index() : type;
  }

  /// Bytes a value of a type as it is stored, 0 where they are not fixed or no whole bytes.
  public static int widthOf(DataType type) {
    return switch (stored(type)) {
      case DataType.FixedSizeBinary(int byteWidth) -> byteWidth;
      case DataType.Decimal decimal -> decimal.bits() / 8;
      case DataType.Interval(IntervalUnit unit) ->
          switch (unit) {
            case YEAR_MONTH -> 4;
            case DAY_TIME -> 8;
            case MONTH_DAY_NANO -> 16;
          };
      case DataType plain -> Kind.of(plain).width;
    };
  }

  /// Whether the offsets of a type have 64 bits.
  public static boolean isWide(DataType type) {
    return type instanceof DataType.LargeUtf8
        || type instanceof DataType.LargeBinary
        || type instanceof DataType.LargeList
        || type instanceof DataType.LargeListView;
  }

  /// Whether the values of a type may lie anywhere, in any order.
  public static boolean isScattered(DataType type) {
    return type instanceof DataType.Utf8View
        || type instanceof DataType.BinaryView
        || type instanceof DataType.ListView
        || type instanceof DataType.LargeListView;
  }

  /// The low bits of an unsigned type of at most `limit` bits, else all ones.
  static long unsignedMask(DataType stored, int limit) {
    return stored instanceof DataType.Int(int bits, boolean signed) && !signed && bits <= limit
        ? (1L << bits) - 1
        : -1L;
  }
}
