package io.zenith.csv;

import java.math.BigDecimal;

/// `float16`s from text, rounded once and correctly: see [Numeral] for what they look like. For one
/// thread.
///
/// To round to a `float` first does no harm unless that lies in the middle of two halves: then the
/// text says on which side of it the number is.
final class Halves {
  /// What [#bits] gives for what is no number.
  static final int INVALID = -1;

  private static final float LEAST_NORMAL = 0x1p-14f;

  private final Floats floats = new Floats();
  private final Numeral numeral = new Numeral();

  /// The sixteen bits of a number, also of `nan` and `inf`, or [#INVALID].
  int bits(byte[] text, int from, int to) {
    int single = floats.bits(text, from, to);
    if (single == Floats.INVALID) {
      single = NonFinite.floatBits(text, from, to);
    }
    if (single == Floats.INVALID) {
      return INVALID;
    }
    float value = Float.intBitsToFloat(single);
    float magnitude = Math.abs(value);
    if (isMiddle(magnitude)) {
      int side = side(magnitude, text, from, to);
      value = Math.copySign(side == 0 ? magnitude : beside(magnitude, side), value);
    }
    return Float.floatToFloat16(value) & 0xffff;
  }

  private static float beside(float magnitude, int side) {
    return side < 0 ? Math.nextDown(magnitude) : Math.nextUp(magnitude);
  }

  /// Whether a number lies halfway between two halves; infinity stands where the next one would be.
  private static boolean isMiddle(float magnitude) {
    if (magnitude < LEAST_NORMAL) {
      float twice = magnitude * 0x1p25f;
      return twice == (int) twice && ((int) twice & 1) != 0;
    }
    return magnitude < 0x1p16f && (Float.floatToRawIntBits(magnitude) & 0x1fff) == 0x1000;
  }

  /// Whether a number is less than a middle, equal or greater, regardless of its sign.
  private int side(float magnitude, byte[] text, int from, int to) {
    boolean isNumber = numeral.read(text, from, to);
    assert isNumber;
    BigDecimal least =
        new BigDecimal(Long.toUnsignedString(numeral.significand()))
            .scaleByPowerOfTen(numeral.exponent());
    BigDecimal rest = new BigDecimal(magnitude).subtract(least);
    if (!numeral.cut() || rest.signum() <= 0) {
      return numeral.cut() ? 1 : -rest.signum();
    }
    BigDecimal part = rest.scaleByPowerOfTen(-numeral.exponent());
    return part.compareTo(BigDecimal.ONE) >= 0 ? -1 : compareRest(text, from, to, part);
  }

  /// Compares the digits behind those of the significand with some decimals.
  private static int compareRest(byte[] text, int from, int to, BigDecimal part) {
    String decimals = part.stripTrailingZeros().toPlainString().substring(2);
    int place = -Digits.MOST;
    for (int at = from + Digits.minus(text[from]); at < to; at++) {
      byte digit = text[at];
      if (digit == '.' || (digit == '0' && place == -Digits.MOST)) {
        continue;
      }
      if (!Digits.is(digit)) {
        break;
      }
      char wanted = place >= 0 && place < decimals.length() ? decimals.charAt(place) : '0';
      if (place >= 0 && digit != wanted) {
        return digit < wanted ? -1 : 1;
      }
      place++;
    }
    return place < decimals.length() ? -1 : 0;
  }
}
