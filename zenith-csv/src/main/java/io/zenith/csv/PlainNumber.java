package io.zenith.csv;

/// Numbers as nearly all are written: without an exponent, 1 to 19 digits, and a point among or
/// behind the first seven if there are more than that. A minus has been passed over.
///
/// In steps that return plain values, so that what they find never leaves the registers.
final class PlainNumber {
  private static final long POINTS = Words.repeat((byte) ('.' ^ '0'));

  private PlainNumber() {}

  /// How many digits come before the point: 8 if that is not known.
  static int whole(byte[] text, int from, int to) {
    return Math.min(Long.numberOfTrailingZeros(points(Digits.at(text, from))) >>> 3, to - from);
  }

  /// The power of ten for the number that all digits are together.
  static int power(int from, int to, int whole) {
    return Math.min(whole + 1 - (to - from), 0);
  }

  /// That number, or [Digits#NONE] if the text is anything else.
  static long number(byte[] text, int from, int to, int whole) {
    int count = whole - power(from, to, whole);
    if (whole >= Long.BYTES || count < 1 || count > Digits.MOST) {
      return Digits.NONE;
    }
    // The digits are those before the point, and those of words that begin one byte later. Where
    // there is no point, there are at most seven digits, and they come before it.
    long first = Digits.at(text, from);
    long point = points(first);
    long before = (point ^ (point - 1)) >>> Byte.SIZE;
    return Digits.number(
        count,
        (first & before) | (Digits.at(text, from + 1) & ~before),
        Digits.at(text, from + 9),
        Digits.at(text, from + 17));
  }

  private static long points(long digits) {
    return Words.equal(digits, POINTS);
  }
}
