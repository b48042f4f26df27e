package io.zenith.bench;

/// A figure that has to be reached.
///
/// @param name what is measured
/// @param kind whether it must be reached
/// @param bound which side is good
/// @param limit the last good value
/// @param unit of limit and measured
/// @param measured what it was; NaN if it could not be measured
record Figure(String name, Kind kind, Bound bound, double limit, String unit, double measured) {

  /// Whether a figure has to be reached.
  enum Kind {
    MUST,
    GOAL
  }

  /// Which side of the limit is good.
  enum Bound {
    AT_LEAST(">="),
    AT_MOST("<=");

    private final String sign;

    Bound(String sign) {
      this.sign = sign;
    }
  }

  /// Whether it was measured and is good: nothing compares with NaN.
  boolean holds() {
    return switch (bound) {
      case AT_LEAST -> measured >= limit;
      case AT_MOST -> measured <= limit;
    };
  }

  /// Such as `>= 25 x`.
  String required() {
    return bound.sign + " " + Numbers.plain(limit) + " " + unit;
  }
}
