package io.zenith.internal.filter;

import io.zenith.internal.layout.Node;
import io.zenith.schema.DataType;
import java.util.List;

/// Tells by bounds alone that no value between them passes. What is asked of values is asked of the
/// bounds, by the same tests; a bound that is not known, or `NaN`, says nothing.
///
/// @param values what may pass: a zone is left out if each of them is beyond its bounds
record ZoneMatcher(List<Beyond> values) {
  private static final ValueMatcher NEVER = (_, _, _) -> 0;

  /// Some of the values that pass.
  ///
  /// @param least is true of lower bounds that are beyond them
  /// @param most is true of upper bounds that are beyond them
  private record Beyond(ValueMatcher least, ValueMatcher most) {
    private static final Beyond NOTHING = new Beyond(NEVER, NEVER);

    long of(Node lower, Node upper, long from, long zones) {
      return new NonNullMatcher(lower, least).keep(from, zones)
          | new NonNullMatcher(upper, most).keep(from, zones);
    }
  }

  /// The test of a predicate.
  ///
  /// @param type what values are stored as: no dictionary and no runs
  static ZoneMatcher of(
      ValueMatchers tests, Predicate.OfValue predicate, boolean negated, DataType type) {
    return new ZoneMatcher(
        switch (predicate) {
          case Predicate.Compare compare -> List.of(beyond(tests, compare, negated, type));
          case Predicate.In in when !negated ->
              in.values().stream()
                  .map(value -> new Predicate.Compare(in.column(), Operator.EQ, value))
                  .map(equal -> beyond(tests, equal, type))
                  .toList();
          case Predicate.StartsWith prefix when !negated -> List.of(beyond(tests, prefix, type));
          case Predicate.In _, Predicate.StartsWith _ -> List.of(Beyond.NOTHING);
        });
  }

  private static Beyond beyond(
      ValueMatchers tests, Predicate.Compare compare, boolean negated, DataType type) {
    if (!negated) {
      return beyond(tests, compare, type);
    }
    // Bounds may be cut short, so equal ones do not mean that all values are. NaN is beyond no
    // bound, and not below any value nor above.
    if (compare.operator() == Operator.EQ || type instanceof DataType.FloatingPoint) {
      return Beyond.NOTHING;
    }
    Operator operator = compare.operator().negated();
    return beyond(tests, new Predicate.Compare(compare.column(), operator, compare.value()), type);
  }

  private static Beyond beyond(ValueMatchers tests, Predicate.Compare compare, DataType type) {
    ValueMatcher above = is(tests, compare, Operator.GT, type);
    ValueMatcher below = is(tests, compare, Operator.LT, type);
    return switch (compare.operator()) {
      case EQ -> new Beyond(above, below);
      case LT -> new Beyond(is(tests, compare, Operator.GE, type), NEVER);
      case LE -> new Beyond(above, NEVER);
      case GT -> new Beyond(NEVER, is(tests, compare, Operator.LE, type));
      case GE -> new Beyond(NEVER, below);
    };
  }

  /// Text that begins so lies between the prefix and the first text that neither is below it nor
  /// begins so.
  private static Beyond beyond(ValueMatchers tests, Predicate.StartsWith prefix, DataType type) {
    Predicate.Compare compare =
        new Predicate.Compare(prefix.column(), Operator.GE, prefix.prefix());
    ValueMatcher above = is(tests, compare, Operator.GT, type);
    ValueMatcher begins = tests.of(prefix, type);
    return new Beyond(
        (node, from, values) -> above.pass(node, from, values) & ~begins.pass(node, from, values),
        is(tests, compare, Operator.LT, type));
  }

  private static ValueMatcher is(
      ValueMatchers tests, Predicate.Compare compare, Operator operator, DataType type) {
    return tests.of(new Predicate.Compare(compare.column(), operator, compare.value()), type);
  }

  /// Those of some zones in which no value passes.
  ///
  /// @param zones a bit for each zone that is asked for
  long beyond(Node lower, Node upper, long from, long zones) {
    long left = zones;
    for (int i = 0; i < values.size() && left != 0; i++) {
      left = values.get(i).of(lower, upper, from, left);
    }
    return left;
  }
}
