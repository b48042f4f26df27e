package io.zenith.csv;

/// What is floating point but has no digits: `nan`, `inf` and `infinity` in any case, perhaps with
/// a sign. Only where a column is said to be floating point does text mean these.
final class NonFinite {
  private static final Keyword NAN = Keyword.of("nan");
  private static final Keyword INF = Keyword.of("inf");
  private static final Keyword INFINITY = Keyword.of("infinity");

  private NonFinite() {}

  /// The bits of a `double`, or [Doubles#INVALID].
  static long doubleBits(byte[] text, int from, int to) {
    boolean negative = text[from] == '-';
    int start = negative || text[from] == '+' ? from + 1 : from;
    if (NAN.is(text, start, to)) {
      return Double.doubleToRawLongBits(Double.NaN);
    }
    if (INF.is(text, start, to) || INFINITY.is(text, start, to)) {
      return Double.doubleToRawLongBits(
          negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    }
    return Doubles.INVALID;
  }

  /// The bits of a `float`, or [Floats#INVALID].
  static int floatBits(byte[] text, int from, int to) {
    long bits = doubleBits(text, from, to);
    return bits == Doubles.INVALID
        ? Floats.INVALID
        : Float.floatToRawIntBits((float) Double.longBitsToDouble(bits));
  }
}
