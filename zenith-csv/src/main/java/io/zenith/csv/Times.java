package io.zenith.csv;

import io.zenith.schema.TimeUnit;

/// Times of day from text: see [ClockTime] for what they look like. For one thread.
final class Times {
  /// What [#value] gives for what is no time, or has more decimals than the unit.
  static final long INVALID = -1;

  private final ClockTime clock;

  Times(TimeUnit unit) {
    this.clock = new ClockTime(unit);
  }

  /// The units since midnight, or [#INVALID].
  long value(byte[] text, int from, int to) {
    return clock.read(text, from, to) == to
        ? (long) clock.second() * clock.perSecond() + clock.part()
        : INVALID;
  }
}
