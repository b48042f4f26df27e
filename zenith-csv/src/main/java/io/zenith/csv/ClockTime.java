package io.zenith.csv;

import io.zenith.schema.TimeUnit;

/// A time of day from text, counted in some unit: `HH:MM`, `HH:MM:SS`, or that with a point and 1
/// to 9 decimals. It is before 24:00, and has no leap second. For one thread.
final class ClockTime {
  /// What [#read] gives if there is no time.
  static final int INVALID = -1;

  private static final DigitPattern SECONDS = DigitPattern.of("00:00:00");
  private static final DigitPattern MINUTES = DigitPattern.of("00:00");

  private final int perSecond;
  private final int nanosEach;
  private int second;
  private int part;
  private int decimals;

  ClockTime(TimeUnit unit) {
    this.perSecond =
        switch (unit) {
          case SECOND -> 1;
          case MILLISECOND -> 1_000;
          case MICROSECOND -> 1_000_000;
          case NANOSECOND -> 1_000_000_000;
        };
    this.nanosEach = 1_000_000_000 / perSecond;
  }

  /// How many units make a second.
  int perSecond() {
    return perSecond;
  }

  /// The second of the day.
  int second() {
    return second;
  }

  /// What the decimals add to the second, in units.
  int part() {
    return part;
  }

  /// How many decimals the second is written with.
  int decimals() {
    return decimals;
  }

  /// Reads the time that begins at a place. One that the unit cannot tell exactly is none.
  ///
  /// @return the place behind it, or [#INVALID]
  int read(byte[] text, int from, int to) {
    part = 0;
    decimals = 0;
    long digits = SECONDS.digits(text, from);
    if (to - from >= 8 && SECONDS.fits(digits)) {
      if (!set(digits)) {
        return INVALID;
      }
      int end = from + 8;
      return end < to && text[end] == '.' ? readDecimals(text, end + 1, to) : end;
    }
    digits = MINUTES.digits(text, from);
    return to - from >= 5 && MINUTES.fits(digits) && set(digits) ? from + 5 : INVALID;
  }

  private boolean set(long digits) {
    long pairs = Digits.pairs(digits);
    int hours = DigitPattern.pair(pairs, 0);
    int minutes = DigitPattern.pair(pairs, 3);
    int seconds = DigitPattern.pair(pairs, 6);
    second = (hours * 60 + minutes) * 60 + seconds;
    return hours < 24 && minutes < 60 && seconds < 60;
  }

  private int readDecimals(byte[] text, int from, int to) {
    long digits = Digits.at(text, from);
    int count = Math.min(Digits.count(digits), to - from);
    if (count == 0) {
      return INVALID;
    }
    int nanos = (int) (Digits.value(Digits.first(count, digits)) * Digits.powerOfTen(9 - count));
    int end = from + count;
    if (count == 8 && end < to && Digits.is(text[end])) {
      nanos += text[end] - '0';
      end++;
    }
    decimals = end - from;
    part = nanos / nanosEach;
    return part * nanosEach == nanos ? end : INVALID;
  }
}
