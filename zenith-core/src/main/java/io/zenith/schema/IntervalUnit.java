package io.zenith.schema;

/// What a calendar interval counts, and so how it is stored.
public enum IntervalUnit {
  /// Whole months, in 32 bits.
  YEAR_MONTH("year_month"),
  /// Days and milliseconds, in 32 bits each.
  DAY_TIME("day_time"),
  /// Months and days in 32 bits each, and nanoseconds in 64.
  MONTH_DAY_NANO("month_day_nano");

  private final String text;

  IntervalUnit(String text) {
    this.text = text;
  }

  /// Arrow's name, such as `day_time`.
  @Override
  public String toString() {
    return text;
  }
}
