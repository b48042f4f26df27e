package io.zenith.csv;

import java.util.Arrays;

/// Numbers as most are written, many at a time: perhaps a minus, and up to sixteen characters,
/// which are digits and perhaps a point among or before them.
///
/// The steps go over all numbers one after the other, each in a loop without a branch that is short
/// enough for the compiler to do eight numbers at a time. The characters of a number end where two
/// words do, so that one word is enough where all are short. For one thread.
final class PlainNumbers {
  /// How many are parsed together at most: what the steps leave to each other is small enough for
  /// the first cache.
  static final int MOST = 256;

  /// The most characters of a number, besides a minus.
  private static final int MOST_CHARACTERS = 2 * Long.BYTES;

  private static final long ZEROS = Words.repeat((byte) '0');
  private static final int LENGTHS = 2 * MOST_CHARACTERS;

  /// For each number of characters, which bytes of a word are among them, and what makes digits of
  /// those; of another number of characters it makes what no number is.
  private static final long[] MASKS = lastOf(-1, 0);

  private static final long[] DIGITS = lastOf(ZEROS, -1);
  private static final long POINTS = Words.repeat((byte) ('.' ^ '0'));

  /// Behind the last digit: numbers are rarely written so.
  private static final long LAST_POINT = 1L << (7 * Byte.SIZE);

  /// For each mark of a point, by the zeros before it, the digits behind it.
  private static final int[] DECIMALS = decimals();

  private long[] digits = new long[MOST];
  private long[] closed = new long[MOST];
  private final long[] digitsBefore = new long[MOST];
  private final long[] points = new long[MOST];

  /// 0, or 1 for a minus; anything else if a number is written otherwise.
  private final long[] states = new long[MOST];

  private final double[] quotients = new double[MOST];
  private int count;
  private boolean isLong;

  /// Whether all have as many decimals as the first one, which alone has its point marked, and are
  /// written as most are.
  private boolean areAlike;

  /// @param what is taken of each byte
  /// @param other for all other numbers of characters
  private static long[] lastOf(long what, long other) {
    long[] words = new long[LENGTHS];
    Arrays.fill(words, other);
    for (int length = 1; length <= MOST_CHARACTERS; length++) {
      words[length] = what & last(Math.min(length, Long.BYTES));
    }
    return words;
  }

  private static int[] decimals() {
    int[] decimals = new int[MOST_CHARACTERS + 1];
    for (int behind = 0; behind < Long.BYTES; behind++) {
      decimals[2 * behind + 1] = behind;
      decimals[2 * behind] = behind + Long.BYTES;
    }
    return decimals;
  }

  /// Looks at whole numbers.
  ///
  /// @param first the first of the fields
  /// @param count at most [#MOST]
  void readWhole(FieldRanges fields, int first, int count) {
    load(fields, first, count);
    areAlike = false;
    check();
  }

  /// Looks at numbers that may have points.
  void read(FieldRanges fields, int first, int count) {
    load(fields, first, count);
    areAlike = !isLong && takeSamePoints();
    if (!areAlike) {
      takePoints();
      check();
    }
  }

  private void load(FieldRanges fields, int first, int count) {
    this.count = count;
    byte[] text = fields.text();
    int[] places = fields.places();
    int step = fields.step();
    int at = fields.at(first);
    int room = 0;
    for (int i = 0; i < count; i++, at += step) {
      int from = places[at] + 1;
      int to = places[at + 1];
      int minus = Digits.minus(text[from]);
      int length = to - from - minus;
      int known = Math.min(length, MOST_CHARACTERS + 1) & (LENGTHS - 1);
      room |= Long.BYTES - length;
      states[i] = minus;
      digits[i] = (Words.at(text, to - Long.BYTES) & MASKS[known]) ^ DIGITS[known];
    }
    isLong = room < 0;
    if (isLong) {
      loadBefore(fields, first);
    }
  }

  private void loadBefore(FieldRanges fields, int first) {
    byte[] text = fields.text();
    for (int i = 0; i < count; i++) {
      int to = fields.to(first + i);
      long length = (long) to - fields.from(first + i) - states[i];
      long known = Math.clamp(length - Long.BYTES, 0, Long.BYTES);
      long word = Words.at(text, to - 2 * Long.BYTES) ^ ZEROS;
      digitsBefore[i] = known == 0 ? 0 : word & last(known);
    }
  }

  /// All ones in the last 1 to 8 bytes of a word.
  private static long last(long bytes) {
    return -1L << (Long.SIZE - bytes * Byte.SIZE);
  }

  /// Closes the gaps that points leave, if they are where that of the first number is.
  ///
  /// @return false if nothing was done, since some number is written otherwise
  private boolean takeSamePoints() {
    long point = firstPoint(digits[0]);
    points[0] = point;
    long before = (point - 1) & ~isZero(point);
    long place = (point << Byte.SIZE) - point;
    long behind = ~(before | place);
    long expected = POINTS & place;
    long unlike = point & LAST_POINT;
    for (int i = 0; i < count; i++) {
      long word = digits[i];
      long rest = (word & behind) | ((word & before) << Byte.SIZE);
      closed[i] = rest;
      unlike |= ((word & place) ^ expected) | Digits.others(rest);
    }
    if (unlike != 0) {
      return false;
    }
    long[] open = digits;
    digits = closed;
    closed = open;
    return true;
  }

  /// Closes the gaps that points leave.
  private void takePoints() {
    for (int i = 0; i < count; i++) {
      long point = firstPoint(digits[i]);
      states[i] |= point & LAST_POINT;
      points[i] = point;
    }
    if (!isLong) {
      for (int i = 0; i < count; i++) {
        digits[i] = without(points[i], digits[i]);
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      long moved = digitsBefore[i] >>> (Long.SIZE - Byte.SIZE);
      digits[i] = without(points[i], digits[i]) | (moved & ~isZero(points[i]));
    }
    for (int i = 0; i < count; i++) {
      long before = digitsBefore[i];
      long none = isZero(points[i]);
      long point = firstPoint(before) & none;
      digitsBefore[i] = (without(point, before) & none) | ((before << Byte.SIZE) & ~none);
      points[i] |= point << 4;
    }
  }

  /// The lowest bit of the first byte that is a point, or 0.
  private static long firstPoint(long digits) {
    long points = Words.equal(digits, POINTS) >>> (Byte.SIZE - 1);
    return points & -points;
  }

  /// All ones if a mark is 0, else 0.
  private static long isZero(long mark) {
    return (mark - 1) >> (Long.SIZE - 1);
  }

  /// Puts the bytes before a point in its place.
  private static long without(long point, long digits) {
    long before = (point - 1) & ~isZero(point);
    long behind = ~(before | ((point << Byte.SIZE) - point));
    return (digits & behind) | ((digits & before) << Byte.SIZE);
  }

  private void check() {
    for (int i = 0; i < count; i++) {
      states[i] |= Digits.others(digits[i]);
    }
    if (isLong) {
      for (int i = 0; i < count; i++) {
        states[i] |= Digits.others(digitsBefore[i]);
      }
    }
  }

  /// Makes numbers of the digits.
  void parse() {
    for (int i = 0; i < count; i++) {
      digits[i] = Digits.value(digits[i]);
    }
    if (isLong) {
      for (int i = 0; i < count; i++) {
        digitsBefore[i] = Digits.value(digitsBefore[i]);
      }
      for (int i = 0; i < count; i++) {
        digits[i] += digitsBefore[i] * 100_000_000;
      }
    }
  }

  /// Divides all numbers by the same power of ten, if that is what makes `double`s of them all.
  ///
  /// @param target gets the bits from a place on
  /// @return false if nothing was done
  boolean divide(long[] target, int place) {
    if (!areAlike && !canDivide()) {
      return false;
    }
    double divisor = Doubles.powerOfTen(decimals(0));
    for (int i = 0; i < count; i++) {
      quotients[i] = digits[i];
    }
    for (int i = 0; i < count; i++) {
      quotients[i] /= divisor;
    }
    for (int i = 0; i < count; i++) {
      target[place + i] = Double.doubleToRawLongBits(quotients[i]) | states[i] << 63;
    }
    return true;
  }

  private boolean canDivide() {
    long unlike = 0;
    for (int i = 0; i < count; i++) {
      unlike |=
          (states[i] & ~1L)
              | (points[i] ^ points[0])
              | ((Doubles.MOST_EXACT - digits[i]) & Long.MIN_VALUE);
    }
    return unlike == 0;
  }

  /// Whether a number is written as most are; of others nothing else is known.
  boolean isPlain(int number) {
    return (states[number] & ~1L) == 0;
  }

  /// Whether all are.
  boolean arePlain() {
    long all = 0;
    for (int i = 0; i < count; i++) {
      all |= states[i];
    }
    return (all & ~1L) == 0;
  }

  /// 1 if it has a minus, else 0.
  long minus(int number) {
    return states[number];
  }

  /// The number that all its digits are, once they are parsed.
  long magnitude(int number) {
    return digits[number];
  }

  /// How many of its digits are behind the point.
  int decimals(int number) {
    return DECIMALS[Long.numberOfLeadingZeros(points[areAlike ? 0 : number]) >>> 2];
  }
}
