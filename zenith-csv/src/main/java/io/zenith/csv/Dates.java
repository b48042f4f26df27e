package io.zenith.csv;

/// Dates from text: `YYYY-MM-DD`, of the years 0000 to 9999 in the Gregorian calendar, also before
/// it was in use.
final class Dates {
  /// What [#days] gives for what is no date.
  static final int INVALID = Integer.MIN_VALUE;

  /// The number of characters of a date.
  static final int LENGTH = 10;

  private static final DigitPattern YEAR_AND_MONTH = DigitPattern.of("0000-00-");
  private static final DigitPattern DAY = DigitPattern.of("00");

  /// Days before each month of a year without a leap day, from 1 on; behind the year at last.
  private static final int[] DAYS_BEFORE = {
    0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365
  };

  private static final int DAYS_TO_1970 = 719_528;

  private Dates() {}

  /// The days since 1970-01-01, or [#INVALID].
  static int days(byte[] text, int from, int to) {
    return to - from == LENGTH ? days(text, from) : INVALID;
  }

  /// The days since 1970-01-01 of the date that begins at a place, or [#INVALID].
  static int days(byte[] text, int from) {
    long first = YEAR_AND_MONTH.digits(text, from);
    long last = DAY.digits(text, from + 8);
    if (!YEAR_AND_MONTH.fits(first) || !DAY.fits(last)) {
      return INVALID;
    }
    long pairs = Digits.pairs(first);
    int year = DigitPattern.pair(pairs, 0) * 100 + DigitPattern.pair(pairs, 2);
    int month = DigitPattern.pair(pairs, 5);
    int day = DigitPattern.pair(Digits.pairs(last), 0);
    if (month < 1 || month > 12 || day < 1) {
      return INVALID;
    }
    boolean leap = (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
    int before = DAYS_BEFORE[month] + (leap && month > 2 ? 1 : 0);
    int after = DAYS_BEFORE[month + 1] + (leap && month > 1 ? 1 : 0);
    if (before + day > after) {
      return INVALID;
    }
    int leapDays = (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
    return year * 365 + leapDays + before + day - 1 - DAYS_TO_1970;
  }
}
