package io.zenith.csv;

import java.nio.charset.StandardCharsets;

/// `double`s from text, correctly rounded: see [Numeral] for what they look like. For one thread.
final class Doubles {
  /// What [#bits] gives for what is no number: no arithmetic has this for a result.
  static final long INVALID = 0x7ff0_0000_0000_0001L;

  /// Numbers up to this are doubles, and so are the powers of ten below: a quotient of both is
  /// rounded once (William Clinger, "How to Read Floating Point Numbers Accurately", 1990). They
  /// end below 2^53, between the numbers of 15 and of 16 digits, so that their length foretells
  /// which way a number goes.
  static final long MOST_EXACT = 999_999_999_999_999L;

  private static final double[] POWERS_OF_TEN = powersOfTen();

  private final Numeral numeral = new Numeral();

  private static double[] powersOfTen() {
    double[] powers = new double[Digits.MOST + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * 10;
    }
    return powers;
  }

  /// The bits of a number, or [#INVALID].
  long bits(byte[] text, int from, int to) {
    int minus = Digits.minus(text[from]);
    int start = from + minus;
    int whole = PlainNumber.whole(text, start, to);
    long number = PlainNumber.number(text, start, to, whole);
    if (number == Digits.NONE) {
      return bitsOfAny(text, from, to);
    }
    int power = PlainNumber.power(start, to, whole);
    long magnitude =
        Long.compareUnsigned(number, MOST_EXACT) <= 0
            ? exactBits(number, -power)
            : BinaryFormat.DOUBLE.nearest(number, power);
    return magnitude | ((long) minus << 63);
  }

  /// Ten to a power of 0 to 19.
  static double powerOfTen(int power) {
    return POWERS_OF_TEN[power];
  }

  /// The bits of a number up to [#MOST_EXACT] of which some digits are decimals.
  static long exactBits(long number, int decimals) {
    return Double.doubleToRawLongBits(number / POWERS_OF_TEN[decimals]);
  }

  private long bitsOfAny(byte[] text, int from, int to) {
    if (!numeral.readAny(text, from, to)) {
      return INVALID;
    }
    long magnitude = BinaryFormat.DOUBLE.nearest(numeral);
    if (magnitude == BinaryFormat.UNDECIDED) {
      // Rare: all digits have to be looked at.
      return Double.doubleToRawLongBits(
          Double.parseDouble(new String(text, from, to - from, StandardCharsets.ISO_8859_1)));
    }
    return numeral.negative() ? magnitude | Long.MIN_VALUE : magnitude;
  }
}
