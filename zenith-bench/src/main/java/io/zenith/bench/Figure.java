package io.zenith.bench;

/// A figure that has to be reached.
///
/// @param name what is measured
/// @param kind whether it must be reached
/// @param bound which side is good
/// @param limit the last good value
/// @param unit of limit and measured
/// @param measured what it was; NaN if it could not be measured
public record Figure(
    String name, Kind kind, Bound bound, double limit, String unit, double measured) {

  /// Whether a figure has to be reached.
  public enum Kind {
    /// It is promised.
    MUST,
    /// It is aimed at.
    GOAL
  }

  /// Which side of the limit is good.
  public enum Bound {
    /// More is better.
    AT_LEAST(">="),
    /// Less is better.
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
