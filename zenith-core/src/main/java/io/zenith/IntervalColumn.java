package io.zenith;

import io.zenith.schema.DataType;
import io.zenith.schema.IntervalUnit;
import java.lang.foreign.MemorySegment;

/// Spans of time in units of the calendar: `interval[year_month]`, `interval[day_time]`,
/// `interval[month_day_nano]`. What a unit does not count is 0.
public final class IntervalColumn extends Column {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final IntervalUnit unit;

  IntervalColumn(Range range, Node node) {
    super(range, node);
    unit = unit(node);
  }

  static IntervalUnit unit(Node node) {
    return ((DataType.Interval) node.field.type()).unit();
  }

  /// The months of the value at a row.
  public int months(int row) {
    return months(node, unit, range.at(row));
  }

  static int months(Node node, IntervalUnit unit, long place) {
    return unit == IntervalUnit.DAY_TIME ? 0 : node.int32(node.values, place * node.width);
  }

  /// The days of the value at a row.
  public int days(int row) {
    return days(node, unit, range.at(row));
  }

  static int days(Node node, IntervalUnit unit, long place) {
    return switch (unit) {
      case YEAR_MONTH -> 0;
      case DAY_TIME -> node.int32(node.values, place << 3);
      case MONTH_DAY_NANO -> node.int32(node.values, (place << 4) + 4);
    };
  }

  /// The nanoseconds of the value at a row.
  public long nanos(int row) {
    return nanos(node, unit, range.at(row));
  }

  static long nanos(Node node, IntervalUnit unit, long place) {
    return switch (unit) {
      case YEAR_MONTH -> 0;
      case DAY_TIME -> NANOS_PER_MILLI * node.int32(node.values, (place << 3) + 4);
      case MONTH_DAY_NANO -> node.values.get(Layouts.LONG, (place << 4) + 8);
    };
  }

  /// The stored values, 4, 8 or 16 bytes each, little-endian, without a copy. It is not checked
  /// when the batch is released: what it shows is then undefined.
  public MemorySegment segment() {
    range.check();
    return node.values.asSlice(range.start * node.width, (long) range.count * node.width);
  }
}
