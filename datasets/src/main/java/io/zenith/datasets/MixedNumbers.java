package io.zenith.datasets;

import static org.apache.arrow.vector.types.FloatingPointPrecision.DOUBLE;
import static org.apache.arrow.vector.types.FloatingPointPrecision.HALF;
import static org.apache.arrow.vector.types.FloatingPointPrecision.SINGLE;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/// The columns of [GeneratedSet#MIXED] that hold numbers and truth values.
final class MixedNumbers {
  /// How often a number is one of its type's extremes: one in eight.
  private static final int EXTREME_CHANCES = 8;

  private static final int PRECISION = 38;
  private static final int SCALE = 9;
  private static final BigInteger DECIMAL_LIMIT = BigInteger.TEN.pow(PRECISION);

  private static final float[] FLOATS = {
    Float.NaN,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    0f,
    -0f,
    Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    -Float.MAX_VALUE
  };

  private static final double[] DOUBLES = {
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    0d,
    -0d,
    Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -Double.MAX_VALUE
  };

  private MixedNumbers() {}

  static List<MixedColumn<?>> columns() {
    return List.of(
        new MixedColumn<>(
            new Field("row", FieldType.notNullable(integer(64, true)), null),
            BigIntVector.class,
            (vector, at, random) -> vector.setSafe(at, random.row())),
        MixedColumn.of(
            "bool",
            new ArrowType.Bool(),
            BitVector.class,
            (vector, at, random) -> vector.setSafe(at, random.below(2, 1))),
        MixedColumn.of(
            "int8",
            integer(8, true),
            TinyIntVector.class,
            (vector, at, random) -> vector.setSafe(at, (byte) wholeNumber(random, 8))),
        MixedColumn.of(
            "int16",
            integer(16, true),
            SmallIntVector.class,
            (vector, at, random) -> vector.setSafe(at, (short) wholeNumber(random, 16))),
        MixedColumn.of(
            "int32",
            integer(32, true),
            IntVector.class,
            (vector, at, random) -> vector.setSafe(at, (int) wholeNumber(random, 32))),
        MixedColumn.of(
            "int64",
            integer(64, true),
            BigIntVector.class,
            (vector, at, random) -> vector.setSafe(at, wholeNumber(random, 64))),
        MixedColumn.of(
            "uint8",
            integer(8, false),
            UInt1Vector.class,
            (vector, at, random) -> vector.setSafe(at, (byte) wholeNumber(random, 8))),
        MixedColumn.of(
            "uint16",
            integer(16, false),
            UInt2Vector.class,
            (vector, at, random) -> vector.setSafe(at, (char) wholeNumber(random, 16))),
        MixedColumn.of(
            "uint32",
            integer(32, false),
            UInt4Vector.class,
            (vector, at, random) -> vector.setSafe(at, (int) wholeNumber(random, 32))),
        MixedColumn.of(
            "uint64",
            integer(64, false),
            UInt8Vector.class,
            (vector, at, random) -> vector.setSafe(at, wholeNumber(random, 64))),
        MixedColumn.of(
            "float16",
            new ArrowType.FloatingPoint(HALF),
            Float2Vector.class,
            (vector, at, random) -> vector.setSafe(at, Float.floatToFloat16(real(random)))),
        MixedColumn.of(
            "float32",
            new ArrowType.FloatingPoint(SINGLE),
            Float4Vector.class,
            (vector, at, random) -> vector.setSafe(at, real(random))),
        MixedColumn.of(
            "float64",
            new ArrowType.FloatingPoint(DOUBLE),
            Float8Vector.class,
            (vector, at, random) -> vector.setSafe(at, longReal(random))),
        MixedColumn.of(
            "decimal128",
            new ArrowType.Decimal(PRECISION, SCALE, 128),
            DecimalVector.class,
            (vector, at, random) -> vector.setSafe(at, decimal(random))));
  }

  /// In the low bits: a random number, or the least, the greatest, 0, 1 or -1, signed or unsigned.
  static long wholeNumber(RowRandom random, int bits) {
    if (!random.oneIn(EXTREME_CHANCES, 1)) {
      return random.bits(2);
    }
    long least = -1L << (bits - 1);
    long[] extremes = {least, ~least, 0, 1, -1};
    return extremes[random.below(extremes.length, 2)];
  }

  static float real(RowRandom random) {
    return random.oneIn(EXTREME_CHANCES, 1)
        ? FLOATS[random.below(FLOATS.length, 2)]
        : (float) (100 * random.gaussian(1));
  }

  private static double longReal(RowRandom random) {
    return random.oneIn(EXTREME_CHANCES, 1)
        ? DOUBLES[random.below(DOUBLES.length, 2)]
        : 1e6 * random.gaussian(1);
  }

  private static BigDecimal decimal(RowRandom random) {
    BigInteger unscaled =
        random.oneIn(EXTREME_CHANCES, 1)
            ? DECIMAL_LIMIT.subtract(BigInteger.ONE)
            : new BigInteger(1, random.bytes(16, 2)).mod(DECIMAL_LIMIT);
    return new BigDecimal(random.below(2, 4) == 0 ? unscaled : unscaled.negate(), SCALE);
  }

  private static ArrowType integer(int bits, boolean signed) {
    return new ArrowType.Int(bits, signed);
  }
}
