package io.zenith.csv;

/// Decimal digits in words of text, eight at a time: a digit is a byte of 0 to 9, and any other
/// character one of more. Daniel Lemire, "Number Parsing at a Gigabyte per Second" (2021), has the
/// arithmetic.
final class Digits {
  /// What [#number] gives for text that is not all digits: more than any 19 digits are.
  static final long NONE = -1;

  /// The most digits whose number fits 64 bits whatever they are.
  static final int MOST = 19;

  private static final long ZEROS = Words.repeat((byte) '0');
  private static final long SIXES = Words.repeat((byte) 6);
  private static final long UPPER_HALVES = Words.repeat((byte) 0xf0);

  private static final long[] POWERS_OF_TEN = powersOfTen();

  private Digits() {}

  private static long[] powersOfTen() {
    long[] powers = new long[MOST + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * 10;
    }
    return powers;
  }

  /// Ten to a power of 0 to 19; the last is negative unless it is taken as unsigned.
  static long powerOfTen(int power) {
    return POWERS_OF_TEN[power];
  }

  /// The eight bytes from a place on.
  static long at(byte[] text, int place) {
    return Words.at(text, place) ^ ZEROS;
  }

  /// Whether a byte of text is a digit.
  static boolean is(byte character) {
    return character >= '0' && character <= '9';
  }

  /// 1 for a minus, 0 for any other byte. It takes no branch: signs are hard to foretell.
  static int minus(byte character) {
    return (((character ^ '-') & 0xff) - 1) >>> 31;
  }

  /// How many digits come before the first other character: 8 if there is none.
  static int count(long digits) {
    // A byte that is no digit may carry into the next one, but never into one before it.
    return Long.numberOfTrailingZeros(others(digits)) >>> 3;
  }

  /// Not zero if a byte is no digit; its lowest bit lies in the first such byte.
  static long others(long digits) {
    return ((digits + SIXES) | digits) & UPPER_HALVES;
  }

  /// The first 1 to 8 digits of a word with zeros before them, to make eight.
  static long first(int count, long digits) {
    return digits << (Long.SIZE - count * Byte.SIZE);
  }

  /// The number that eight digits are.
  static long value(long digits) {
    long pairs = pairs(digits);
    long odd = (pairs & 0x0000_00ff_0000_00ffL) * (100 + (1_000_000L << 32));
    long even = ((pairs >>> 16) & 0x0000_00ff_0000_00ffL) * (1 + (10_000L << 32));
    return (odd + even) >>> 32;
  }

  /// In each byte the number that this digit and the next one are.
  static long pairs(long digits) {
    return digits * 10 + (digits >>> Byte.SIZE);
  }

  /// The unsigned number that the first 1 to 19 digits of three words are, or [#NONE].
  static long number(int count, long first, long second, long third) {
    if (count <= 8) {
      long digits = first(count, first);
      return others(digits) == 0 ? value(digits) : NONE;
    }
    if (count <= 16) {
      long rest = first(count - 8, second);
      return (others(first) | others(rest)) == 0
          ? value(first) * powerOfTen(count - 8) + value(rest)
          : NONE;
    }
    long rest = first(count - 16, third);
    return (others(first) | others(second) | others(rest)) == 0
        ? (value(first) * 100_000_000 + value(second)) * powerOfTen(count - 16) + value(rest)
        : NONE;
  }
}
