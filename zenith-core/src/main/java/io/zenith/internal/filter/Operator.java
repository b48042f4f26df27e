package io.zenith.internal.filter;

/// How a value is compared with another. What is not equal is what [Predicate.Not] makes of equal.
public enum Operator {
  EQ("="),
  LT("<"),
  LE("<="),
  GT(">"),
  GE(">=");

  final String text;

  Operator(String text) {
    this.text = text;
  }

  /// Whether it is so.
  ///
  /// @param order below, equal to or above 0, as the value is below, equal to or above the other
  boolean holds(int order) {
    return switch (this) {
      case EQ -> order == 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
    };
  }

  /// What holds of values that have an order where this does not.
  ///
  /// @throws IllegalStateException if that is no comparison
  Operator negated() {
    return switch (this) {
      case EQ -> throw new IllegalStateException("what is not equal is below or above");
      case LT -> GE;
      case LE -> GT;
      case GT -> LE;
      case GE -> LT;
    };
  }
}
