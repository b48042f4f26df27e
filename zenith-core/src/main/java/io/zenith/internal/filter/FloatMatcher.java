package io.zenith.internal.filter;

import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import java.lang.foreign.MemorySegment;

/// Asks for numbers of floating point in a range, of which `NaN` is never.
///
/// Values are compared in their own width: the ends of the range are moved to the nearest such
/// values inside of it, which changes no answer.
final class FloatMatcher implements ValueMatcher {
  private final double low;
  private final double high;
  private final float floatLow;
  private final float floatHigh;

  /// @param low above `high` if nothing passes
  FloatMatcher(double low, double high) {
    this.low = low;
    this.high = high;
    this.floatLow = (float) low < low ? Math.nextUp((float) low) : (float) low;
    this.floatHigh = (float) high > high ? Math.nextDown((float) high) : (float) high;
  }

  /// The test of one comparison.
  static FloatMatcher of(Operator operator, double value) {
    boolean none =
        switch (operator) {
          case LT -> value == Double.NEGATIVE_INFINITY;
          case GT -> value == Double.POSITIVE_INFINITY;
          case EQ, LE, GE -> false;
        };
    if (none || Double.isNaN(value)) {
      return new FloatMatcher(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
    }
    double least = Double.NEGATIVE_INFINITY;
    double most = Double.POSITIVE_INFINITY;
    return switch (operator) {
      case EQ -> new FloatMatcher(value, value);
      case LT -> new FloatMatcher(least, Math.nextDown(value));
      case LE -> new FloatMatcher(least, value);
      case GT -> new FloatMatcher(Math.nextUp(value), most);
      case GE -> new FloatMatcher(value, most);
    };
  }

  @Override
  public long pass(Node node, long from, long values) {
    int count = Long.SIZE - Long.numberOfLeadingZeros(values);
    return switch (node.width) {
      case 2 -> halves(node.values, from, count);
      case 4 -> floats(node.values, from, count);
      default -> doubles(node.values, from, count);
    };
  }

  private long doubles(MemorySegment values, long from, int count) {
    double first = low;
    double last = high;
    long passed = 0;
    for (int i = 0; i < count; i++) {
      double value = values.get(Layouts.DOUBLE, (from + i) << 3);
      passed |= ((value >= first ? 1L : 0L) & (value <= last ? 1L : 0L)) << i;
    }
    return passed;
  }

  private long floats(MemorySegment values, long from, int count) {
    float first = floatLow;
    float last = floatHigh;
    long passed = 0;
    for (int i = 0; i < count; i++) {
      float value = values.get(Layouts.FLOAT, (from + i) << 2);
      passed |= ((value >= first ? 1L : 0L) & (value <= last ? 1L : 0L)) << i;
    }
    return passed;
  }

  private long halves(MemorySegment values, long from, int count) {
    float first = floatLow;
    float last = floatHigh;
    long passed = 0;
    for (int i = 0; i < count; i++) {
      float value = Float.float16ToFloat(values.get(Layouts.SHORT, (from + i) << 1));
      passed |= ((value >= first ? 1L : 0L) & (value <= last ? 1L : 0L)) << i;
    }
    return passed;
  }
}
