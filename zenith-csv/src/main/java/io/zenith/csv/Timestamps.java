package io.zenith.csv;

import io.zenith.schema.TimeUnit;

/// Timestamps from text: a date, `T` or a space, a time ([Dates], [ClockTime]), and perhaps an
/// offset from UTC: `Z`, `+HH`, `+HHMM` or `+HH:MM`, also with `-`, up to 23:59. For one thread.
final class Timestamps {
  private static final int SHORTEST = Dates.LENGTH + 6;
  private static final int NO_OFFSET = Integer.MIN_VALUE;

  private static final DigitPattern HOURS = DigitPattern.of("00");
  private static final DigitPattern HOURS_MINUTES = DigitPattern.of("0000");
  private static final DigitPattern HOURS_COLON_MINUTES = DigitPattern.of("00:00");

  private final ClockTime clock;
  private long value;
  private boolean utc;

  Timestamps(TimeUnit unit) {
    this.clock = new ClockTime(unit);
  }

  /// The units since 1970-01-01T00:00:00, in UTC if there is an offset.
  long value() {
    return value;
  }

  /// Whether there is an offset.
  boolean utc() {
    return utc;
  }

  /// How many decimals the seconds are written with.
  int decimals() {
    return clock.decimals();
  }

  /// Reads a timestamp; what it returned before is gone.
  ///
  /// @return whether the text is one that the unit tells exactly, in 64 bits
  boolean read(byte[] text, int from, int to) {
    if (to - from < SHORTEST || (text[from + 10] != 'T' && text[from + 10] != ' ')) {
      return false;
    }
    int days = Dates.days(text, from);
    int end = clock.read(text, from + 11, to);
    if (days == Dates.INVALID || end == ClockTime.INVALID) {
      return false;
    }
    long seconds = days * 86_400L + clock.second();
    utc = end < to;
    if (utc) {
      int offset = offset(text, end, to);
      if (offset == NO_OFFSET) {
        return false;
      }
      seconds -= offset;
    }
    long whole = seconds * clock.perSecond();
    value = whole + clock.part();
    // Nanoseconds end in the year 2262. The sum may be in range where the product is not.
    long upper =
        Math.multiplyHigh(seconds, (long) clock.perSecond())
            + (Long.compareUnsigned(value, whole) < 0 ? 1 : 0);
    return upper == value >> 63;
  }

  /// The seconds that the local time is ahead of UTC, or [#NO_OFFSET].
  private static int offset(byte[] text, int from, int to) {
    byte sign = text[from];
    int length = to - from;
    if (sign == 'Z' || sign == 'z') {
      return length == 1 ? 0 : NO_OFFSET;
    }
    if (sign != '+' && sign != '-') {
      return NO_OFFSET;
    }
    int ahead =
        switch (length) {
          case 3 -> seconds(HOURS, 3, text, from + 1);
          case 5 -> seconds(HOURS_MINUTES, 2, text, from + 1);
          case 6 -> seconds(HOURS_COLON_MINUTES, 3, text, from + 1);
          default -> NO_OFFSET;
        };
    return sign == '-' && ahead != NO_OFFSET ? -ahead : ahead;
  }

  /// The seconds of hours and minutes; the minutes begin at a place of the pattern, and are zero
  /// where it has ended.
  private static int seconds(DigitPattern pattern, int minutesAt, byte[] text, int from) {
    long digits = pattern.digits(text, from);
    long pairs = Digits.pairs(digits);
    int hours = DigitPattern.pair(pairs, 0);
    int minutes = DigitPattern.pair(pairs, minutesAt);
    return pattern.fits(digits) && hours < 24 && minutes < 60
        ? (hours * 60 + minutes) * 60
        : NO_OFFSET;
  }
}
