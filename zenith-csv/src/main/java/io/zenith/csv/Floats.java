package io.zenith.csv;

import java.nio.charset.StandardCharsets;

/// `float`s from text, rounded once and correctly: see [Numeral] for what they look like. For one
/// thread.
final class Floats {
  /// What [#bits] gives for what is no number: no arithmetic has this for a result.
  static final int INVALID = 0x7f80_0001;

  private final Numeral numeral = new Numeral();

  /// The bits of a number, or [#INVALID].
  int bits(byte[] text, int from, int to) {
    int minus = Digits.minus(text[from]);
    int start = from + minus;
    int whole = PlainNumber.whole(text, start, to);
    long number = PlainNumber.number(text, start, to, whole);
    if (number == Digits.NONE) {
      return bitsOfAny(text, from, to);
    }
    int power = PlainNumber.power(start, to, whole);
    return (int) BinaryFormat.FLOAT.nearest(number, power) | (minus << 31);
  }

  private int bitsOfAny(byte[] text, int from, int to) {
    if (!numeral.readAny(text, from, to)) {
      return INVALID;
    }
    long magnitude = BinaryFormat.FLOAT.nearest(numeral);
    if (magnitude == BinaryFormat.UNDECIDED) {
      // Rare: all digits have to be looked at.
      return Float.floatToRawIntBits(
          Float.parseFloat(new String(text, from, to - from, StandardCharsets.ISO_8859_1)));
    }
    return numeral.negative() ? (int) magnitude | Integer.MIN_VALUE : (int) magnitude;
  }
}
