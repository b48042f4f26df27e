package io.zenith.parquet;

import io.zenith.parquet.LeafType.Change;
import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;

/// The order of a column's values, in which a file bounds them.
///
/// The source: `ColumnOrder` in Apache Parquet's `parquet.thrift`, and `LogicalTypes.md`.
enum ValueOrder {
  /// Whole numbers with a sign, little-endian.
  SIGNED,

  /// Whole numbers without a sign, little-endian.
  UNSIGNED,

  /// Whole numbers with a sign, big-endian.
  BIG_ENDIAN,

  /// Floating-point numbers: `NaN` has no place, and -0.0 and 0.0 have the same.
  FLOATING,

  /// Byte by byte, without a sign.
  BYTES,

  /// `false` before `true`.
  TRUTH,

  /// There is none, or nobody knows it.
  UNDEFINED;

  /// The order that the specification gives a leaf.
  static ValueOrder of(LeafType type, SchemaElement element) {
    if (type.isInt96() || type.change() == Change.NULLS || isUnordered(element)) {
      return UNDEFINED;
    }
    return switch (type.type()) {
      case DataType.Bool _ -> TRUTH;
      case DataType.FloatingPoint _ -> FLOATING;
      case DataType.Int(_, boolean signed) ->
          // A type that does not go with what is stored was left out, but not by its writer.
          signed == isUnsigned(element) ? UNDEFINED : signed ? SIGNED : UNSIGNED;
      case DataType.Decimal _ -> type.change() == Change.BIG_ENDIAN ? BIG_ENDIAN : SIGNED;
      case DataType.Date _, DataType.Time _, DataType.Timestamp _, DataType.Duration _ -> SIGNED;
      case DataType.Utf8 _,
          DataType.LargeUtf8 _,
          DataType.Utf8View _,
          DataType.Binary _,
          DataType.LargeBinary _,
          DataType.BinaryView _,
          DataType.FixedSizeBinary _ ->
          BYTES;
      default -> UNDEFINED;
    };
  }

  private static boolean isUnordered(SchemaElement element) {
    LogicalType logical = element.getLogicalType();
    boolean isUnknown = logical != null && logical.getSetField() == null;
    return isUnknown
        || element.getConverted_type() == ConvertedType.INTERVAL
        || (logical != null && (logical.isSetGEOMETRY() || logical.isSetGEOGRAPHY()));
  }

  private static boolean isUnsigned(SchemaElement element) {
    LogicalType logical = element.getLogicalType();
    if (logical != null && logical.isSetINTEGER()) {
      return !logical.getINTEGER().isIsSigned();
    }
    return switch (element.getConverted_type()) {
      case UINT_8, UINT_16, UINT_32, UINT_64 -> true;
      case null, default -> false;
    };
  }

  /// Whether bounds are right that were found by comparing values as if they had a sign, as all
  /// writers did before the format had orders.
  boolean isSigned() {
    return this == SIGNED || this == FLOATING || this == TRUTH;
  }

  /// Bounds that a file states.
  ///
  /// @return nothing if one of them is no value of the type, they are in the wrong order, or both
  ///   are empty
  Optional<Bounds> bounds(LeafType type, MemorySegment least, MemorySegment most) {
    if (!isValue(type, least) || !isValue(type, most) || compare(least, most) > 0) {
      return Optional.empty();
    }
    // Where text is too long for a bound, or none was asked for, ClickHouse and parquet-go write
    // empty ones, for which there would have to be nothing else.
    if (this == BYTES && most.byteSize() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        this == FLOATING
            ? new Bounds(zero(least, true), zero(most, false))
            : new Bounds(least, most));
  }

  private boolean isValue(LeafType type, MemorySegment value) {
    long size = value.byteSize();
    boolean hasSize =
        switch (type.stored()) {
          case FIXED -> size == type.width();
          case BITS -> size == 1;
          case BYTES -> true;
        };
    return hasSize
        && switch (this) {
          case SIGNED, UNSIGNED -> fits(type.type(), number(value));
          // Those of the widest decimals, and one with a sign too many.
          case BIG_ENDIAN -> size > 0 && size <= 33 && fits(type.type(), number(value));
          case FLOATING -> !Double.isNaN(floating(value));
          case TRUTH -> (value.get(Numbers.BYTE, 0) & ~1) == 0;
          case BYTES -> true;
          case UNDEFINED -> false;
        };
  }

  /// Whether nothing of a number is lost that becomes narrower: else its order would be, too.
  private static boolean fits(DataType type, BigInteger number) {
    return switch (type) {
      case DataType.Int(int bits, boolean signed) ->
          number.bitLength() <= (signed ? bits - 1 : bits);
      case DataType.Decimal decimal -> number.bitLength() < decimal.bits();
      default -> true;
    };
  }

  private int compare(MemorySegment left, MemorySegment right) {
    return switch (this) {
      case SIGNED, UNSIGNED, BIG_ENDIAN -> number(left).compareTo(number(right));
      case FLOATING -> floating(left) > floating(right) ? 1 : 0;
      case BYTES, TRUTH -> Arrays.compareUnsigned(bytes(left), bytes(right));
      case UNDEFINED -> throw new IllegalStateException("there is no order");
    };
  }

  private BigInteger number(MemorySegment value) {
    byte[] bytes = bytes(value);
    if (this != BIG_ENDIAN) {
      for (int i = 0, j = bytes.length - 1; i < j; i++, j--) {
        byte low = bytes[i];
        bytes[i] = bytes[j];
        bytes[j] = low;
      }
    }
    return this == UNSIGNED ? new BigInteger(1, bytes) : new BigInteger(bytes);
  }

  private static byte[] bytes(MemorySegment value) {
    return value.toArray(ValueLayout.JAVA_BYTE);
  }

  /// A number of any width.
  static double floating(MemorySegment value) {
    return switch ((int) value.byteSize()) {
      case Short.BYTES -> Float.float16ToFloat(value.get(Numbers.SHORT, 0));
      case Integer.BYTES -> Float.intBitsToFloat(value.get(Numbers.INT, 0));
      default -> Double.longBitsToDouble(value.get(Numbers.LONG, 0));
    };
  }

  /// A zero with the sign that includes the other one. Writers know one of them only.
  private static MemorySegment zero(MemorySegment value, boolean isNegative) {
    if (floating(value) != 0) {
      return value;
    }
    byte[] zero = new byte[(int) value.byteSize()];
    zero[zero.length - 1] = (byte) (isNegative ? 0x80 : 0);
    return MemorySegment.ofArray(zero);
  }
}
