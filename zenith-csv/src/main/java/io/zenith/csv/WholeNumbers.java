package io.zenith.csv;

/// Whole numbers from text: digits, perhaps with a minus before them. Zeros may lead.
///
/// A value that says "no such number" is one that some text means, too; whoever gets it asks.
final class WholeNumbers {
  /// What [#signed] gives for what is no `int64`, and for the least of them: see [#isLeast].
  static final long NOT_SIGNED = Long.MIN_VALUE;

  /// What [#unsigned] gives for what is no `uint64`, and for the greatest: see [#isGreatest].
  static final long NOT_UNSIGNED = Digits.NONE;

  private static final long GREATEST_TENTH = Long.divideUnsigned(-1, 10);
  private static final int GREATEST_LAST = (int) Long.remainderUnsigned(-1, 10);

  private WholeNumbers() {}

  /// A number of 64 bits, or [#NOT_SIGNED].
  static long signed(byte[] text, int from, int to) {
    int minus = Digits.minus(text[from]);
    long magnitude = magnitude(text, from + minus, to);
    // 2^63 is the magnitude of the least number alone, which is what is returned anyway.
    return magnitude < 0 ? NOT_SIGNED : (magnitude ^ -minus) + minus;
  }

  /// Whether a text for which [#signed] gave [#NOT_SIGNED] means the least number of 64 bits.
  static boolean isLeast(byte[] text, int from, int to) {
    return text[from] == '-' && magnitude(text, from + 1, to) == Long.MIN_VALUE;
  }

  /// Whether a text is a whole number that 64 bits do not hold: a `double` would round it.
  static boolean isTooLong(byte[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!Digits.is(text[i]) && text[i] != '-') {
        return false;
      }
    }
    return signed(text, from, to) == NOT_SIGNED && !isLeast(text, from, to);
  }

  /// An unsigned number of 64 bits, or [#NOT_UNSIGNED].
  static long unsigned(byte[] text, int from, int to) {
    if (text[from] == '-') {
      return signed(text, from, to) == 0 ? 0 : NOT_UNSIGNED;
    }
    return magnitude(text, from, to);
  }

  /// Whether a text for which [#unsigned] gave [#NOT_UNSIGNED] means the greatest number.
  static boolean isGreatest(byte[] text, int from, int to) {
    return to - from > 1
        && magnitude(text, from, to - 1) == GREATEST_TENTH
        && text[to - 1] == '0' + GREATEST_LAST;
  }

  private static long magnitude(byte[] text, int from, int to) {
    int count = to - from;
    if (count > Digits.MOST) {
      return longMagnitude(text, from, to);
    }
    return count <= 0
        ? NOT_UNSIGNED
        : Digits.number(
            count, Digits.at(text, from), Digits.at(text, from + 8), Digits.at(text, from + 16));
  }

  private static long longMagnitude(byte[] text, int from, int to) {
    int start = from;
    while (start < to - Digits.MOST && text[start] == '0') {
      start++;
    }
    if (to - start <= Digits.MOST) {
      return magnitude(text, start, to);
    }
    if (to - start > Digits.MOST + 1 || !Digits.is(text[to - 1])) {
      return NOT_UNSIGNED;
    }
    long most = magnitude(text, start, to - 1);
    int last = text[to - 1] - '0';
    int order = Long.compareUnsigned(most, GREATEST_TENTH);
    return order < 0 || (order == 0 && last <= GREATEST_LAST) ? most * 10 + last : NOT_UNSIGNED;
  }
}
