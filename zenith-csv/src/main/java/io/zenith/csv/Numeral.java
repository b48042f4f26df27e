package io.zenith.csv;

/// A number as it is written: `-?(digits[.digits*] | .digits)([eE][+-]?digits)?`, read as a sign,
/// up to 19 digits and a power of ten. For one thread.
final class Numeral {
  /// More than the powers of any number that is not zero or too large for every type.
  private static final int MOST_POWER = 1_000_000;

  /// More than a text has digits, so that they never bring such a power back into range.
  private static final long MOST_WRITTEN_POWER = 100_000_000_000L;

  private static final long NO_POWER = Long.MIN_VALUE;

  private boolean negative;
  private boolean cut;
  private long significand;
  private int exponent;

  /// Whether there is a minus.
  boolean negative() {
    return negative;
  }

  /// The first digits from the first that is not zero, up to 19, as an unsigned number.
  long significand() {
    return significand;
  }

  /// The power of ten that the significand is multiplied by; one that is far beyond all types may
  /// be nearer to zero than the text says.
  int exponent() {
    return exponent;
  }

  /// Whether digits that are not all zeros follow those of the significand.
  boolean cut() {
    return cut;
  }

  /// Reads a number; what it returned before is gone.
  ///
  /// @return whether the text is one
  boolean read(byte[] text, int from, int to) {
    int start = readSign(text, from);
    int whole = PlainNumber.whole(text, start, to);
    significand = PlainNumber.number(text, start, to, whole);
    if (significand == Digits.NONE) {
      return readAny(text, from, to);
    }
    exponent = PlainNumber.power(start, to, whole);
    cut = false;
    return true;
  }

  /// Reads a number that is probably not a [PlainNumber].
  boolean readAny(byte[] text, int from, int to) {
    int start = readSign(text, from);
    significand = 0;
    cut = false;
    int end = append(text, start, to);
    int digits = end - start;
    int decimals = 0;
    if (end < to && text[end] == '.') {
      int point = end;
      end = append(text, point + 1, to);
      decimals = end - point - 1;
      digits += decimals;
    }
    if (digits <= 0) {
      return false;
    }
    long power = -decimals;
    if (end < to) {
      long written = (text[end] | 0x20) == 'e' ? writtenPower(text, end + 1, to) : NO_POWER;
      if (written == NO_POWER) {
        return false;
      }
      power += written;
    }
    if (digits > Digits.MOST) {
      power += keepMost(text, start, end);
    }
    exponent = Math.clamp(power, -MOST_POWER, MOST_POWER);
    return true;
  }

  private int readSign(byte[] text, int from) {
    int minus = Digits.minus(text[from]);
    negative = minus != 0;
    return from + minus;
  }

  /// Puts the digits from a place on behind the significand, and says where they end. It overflows
  /// if there are more than 19.
  private int append(byte[] text, int from, int to) {
    int place = from;
    long value = significand;
    long digits = Digits.at(text, place);
    int count = Digits.count(digits);
    while (count == Long.BYTES && to - place >= Long.BYTES) {
      value = value * 100_000_000 + Digits.value(digits);
      place += Long.BYTES;
      digits = Digits.at(text, place);
      count = Digits.count(digits);
    }
    count = Math.min(count, to - place);
    if (count > 0) {
      value = value * Digits.powerOfTen(count) + Digits.value(Digits.first(count, digits));
      place += count;
    }
    significand = value;
    return place;
  }

  private static long writtenPower(byte[] text, int from, int to) {
    boolean negative = text[from] == '-';
    int start = negative || text[from] == '+' ? from + 1 : from;
    if (start >= to) {
      return NO_POWER;
    }
    long power = 0;
    for (int place = start; place < to; place++) {
      if (!Digits.is(text[place])) {
        return NO_POWER;
      }
      power = Math.min(power * 10 + (text[place] - '0'), MOST_WRITTEN_POWER);
    }
    return negative ? -power : power;
  }

  /// Makes the significand of the first 19 digits that count, and says how many follow.
  private int keepMost(byte[] text, int start, int end) {
    significand = 0;
    int kept = 0;
    int left = 0;
    for (int place = start; place < end; place++) {
      int digit = text[place] - '0';
      if (text[place] == '.' || (kept == 0 && digit == 0)) {
        continue;
      }
      if (kept < Digits.MOST) {
        significand = significand * 10 + digit;
        kept++;
      } else {
        cut |= digit != 0;
        left++;
      }
    }
    return left;
  }
}
