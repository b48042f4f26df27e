package io.zenith.csv;

/// `decimal128` and narrower ones from text: see [Numeral] for what they look like. Nothing is
/// rounded: digits beyond the scale have to be zeros. For one thread.
final class Decimals {
  private static final int MOST_PRECISION = 38;

  private final Numeral number = new Numeral();
  private final int precision;
  private final int scale;
  private long low;
  private long high;

  Decimals(int precision, int scale) {
    if (precision < 1 || precision > MOST_PRECISION) {
      throw new IllegalArgumentException(
          "a decimal of " + precision + " digits; allowed: 1 to " + MOST_PRECISION);
    }
    this.precision = precision;
    this.scale = scale;
  }

  /// The lower 64 bits of the number of units of 10^-scale.
  long low() {
    return low;
  }

  /// The upper 64 bits of that number.
  long high() {
    return high;
  }

  /// Reads a decimal; what it returned before is gone.
  ///
  /// @return whether the text is one that precision and scale hold exactly
  boolean read(byte[] text, int from, int to) {
    if (!number.read(text, from, to)) {
      return false;
    }
    low = number.significand();
    high = 0;
    boolean fits = number.cut() ? setLong(text, from, to) : setShort();
    if (fits && number.negative()) {
      low = -low;
      high = low == 0 ? -high : ~high;
    }
    return fits;
  }

  /// All digits are in the significand.
  private boolean setShort() {
    int zeros = number.exponent() + scale;
    if (low == 0) {
      return true;
    }
    if (zeros < 0) {
      if (zeros < -Digits.MOST || Long.remainderUnsigned(low, Digits.powerOfTen(-zeros)) != 0) {
        return false;
      }
      low = Long.divideUnsigned(low, Digits.powerOfTen(-zeros));
      zeros = 0;
    }
    int room = precision - zeros;
    if (room < 0
        || (room < Digits.MOST && Long.compareUnsigned(low, Digits.powerOfTen(room)) >= 0)) {
      return false;
    }
    append(zeros);
    return true;
  }

  /// The significand is not zero, and digits that are not all zeros follow it.
  private boolean setLong(byte[] text, int from, int to) {
    int wanted = Digits.MOST + number.exponent() + scale;
    if (wanted > precision) {
      return false;
    }
    int place = from;
    while (text[place] < '1' || text[place] > '9') {
      place++;
    }
    low = 0;
    int missing = wanted;
    for (; place < to && (text[place] | 0x20) != 'e'; place++) {
      int digit = text[place] - '0';
      if (text[place] == '.') {
        continue;
      }
      if (missing > 0) {
        append(1);
        add(digit);
        missing--;
      } else if (digit != 0) {
        return false;
      }
    }
    append(missing);
    return true;
  }

  /// Puts zeros behind the number.
  private void append(int zeros) {
    for (int left = zeros; left > 0; left -= Digits.MOST) {
      long power = Digits.powerOfTen(Math.min(left, Digits.MOST));
      high = high * power + Math.unsignedMultiplyHigh(low, power);
      low *= power;
    }
  }

  private void add(int digit) {
    low += digit;
    high += Long.compareUnsigned(low, digit) < 0 ? 1 : 0;
  }
}
