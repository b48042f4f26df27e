package io.zenith.csv;

/// Rounds decimal numbers to a binary format of IEEE 754, to nearest and ties to even: the
/// algorithm of Eisel and Lemire (Daniel Lemire, "Number Parsing at a Gigabyte per Second", 2021)
/// without a way out, which it never needs (Noble Mushtak and Daniel Lemire, "Fast Number Parsing
/// Without Fallback", 2022).
///
/// @param fractionBits bits of the fraction as it is stored
/// @param bias what is added to the binary exponent
/// @param leastTie the least power of ten by which a number of 64 bits can lie halfway between two
///   values: one of `fractionBits + 2` bits is left when the power of five is divided out
/// @param greatestTie the greatest such power: the power of five itself has at most `fractionBits +
///   2` bits
record BinaryFormat(int fractionBits, int bias, int leastTie, int greatestTie) {
  /// `double`.
  static final BinaryFormat DOUBLE = new BinaryFormat(52, 1023, -4, 23);

  /// `float`.
  static final BinaryFormat FLOAT = new BinaryFormat(23, 127, -17, 10);

  /// What no value is: the digits that were cut off decide.
  static final long UNDECIDED = -1;

  /// The bits of the value next to a number, without its sign, or [#UNDECIDED].
  long nearest(Numeral number) {
    long bits = nearest(number.significand(), number.exponent());
    return number.cut() && bits != nearest(number.significand() + 1, number.exponent())
        ? UNDECIDED
        : bits;
  }

  /// The bits of the value next to an unsigned number times a power of ten.
  long nearest(long number, int power) {
    if (number == 0 || power < PowersOfFive.LEAST) {
      return 0;
    }
    long infinity = (2L * bias + 1) << fractionBits;
    if (power > PowersOfFive.GREATEST) {
      return infinity;
    }
    // The upper half of the product has two bits more than the fraction: the one that is not
    // stored, and one to round by. A third is lost if the highest bit is zero.
    int zeros = Long.numberOfLeadingZeros(number);
    long factor = number << zeros;
    long upper = Math.unsignedMultiplyHigh(factor, PowersOfFive.upper(power));
    long lower = factor * PowersOfFive.upper(power);
    long below = -1L >>> (fractionBits + 3);
    if ((upper & below) == below) {
      // Only then can the lower bits of the power carry into those that count.
      long more = Math.unsignedMultiplyHigh(factor, PowersOfFive.lower(power));
      lower += more;
      upper += Long.compareUnsigned(lower, more) < 0 ? 1 : 0;
    }
    int top = (int) (upper >>> 63);
    int shift = top + Long.SIZE - fractionBits - 3;
    long rounded = upper >>> shift;
    // 217706 / 2^16 is the logarithm of ten to the base two, near enough for all these powers.
    int exponent = ((217_706 * power) >> 16) + 63 + top - zeros + bias;
    if (exponent <= 0) {
      // Halfway between two subnormal values lies no product: there are ties of these powers only.
      return exponent < 2 - Long.SIZE ? 0 : roundUp(rounded >>> (1 - exponent));
    }
    if (exponent > 2 * bias) {
      return infinity;
    }
    // The rarest comes first: whether a number is odd is what no processor can predict.
    boolean tie =
        Long.compareUnsigned(lower, 1) <= 0
            && power >= leastTie
            && power <= greatestTie
            && rounded << shift == upper;
    // The bit that is not stored adds one to the exponent, and so does a fraction that is rounded
    // up to the next power of two; infinity follows the greatest value.
    return ((exponent - 1L) << fractionBits) + (tie ? toEven(rounded) : roundUp(rounded));
  }

  private static long roundUp(long twice) {
    return (twice + (twice & 1)) >>> 1;
  }

  private static long toEven(long twice) {
    long half = twice >>> 1;
    return half + (twice & half & 1);
  }
}
