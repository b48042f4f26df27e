package io.zenith.internal.layout;

import io.zenith.schema.IntervalUnit;

/// Reads spans of time in units of the calendar. What a unit does not count is 0.
public final class Intervals {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private Intervals() {}

  public static int months(Node node, IntervalUnit unit, long place) {
    return unit == IntervalUnit.DAY_TIME ? 0 : node.int32(node.values, place * node.width);
  }

  public static int days(Node node, IntervalUnit unit, long place) {
    return switch (unit) {
      case YEAR_MONTH -> 0;
      case DAY_TIME -> node.int32(node.values, place << 3);
      case MONTH_DAY_NANO -> node.int32(node.values, (place << 4) + 4);
    };
  }

  public static long nanos(Node node, IntervalUnit unit, long place) {
    return switch (unit) {
      case YEAR_MONTH -> 0;
      case DAY_TIME -> NANOS_PER_MILLI * node.int32(node.values, (place << 3) + 4);
      case MONTH_DAY_NANO -> node.values.get(Layouts.LONG, (place << 4) + 8);
    };
  }
}
