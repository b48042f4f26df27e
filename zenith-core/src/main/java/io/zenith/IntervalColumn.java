package io.zenith;

import io.zenith.internal.layout.Intervals;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.schema.DataType;
import io.zenith.schema.IntervalUnit;
import java.lang.foreign.MemorySegment;

/// Spans of time in units of the calendar: `interval[year_month]`, `interval[day_time]`,
/// `interval[month_day_nano]`. What a unit does not count is 0.
public final class IntervalColumn extends Column {
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
    return Intervals.months(node, unit, range.at(row));
  }

  /// The days of the value at a row.
  public int days(int row) {
    return Intervals.days(node, unit, range.at(row));
  }

  /// The nanoseconds of the value at a row.
  public long nanos(int row) {
    return Intervals.nanos(node, unit, range.at(row));
  }

  /// The stored values, 4, 8 or 16 bytes each, little-endian, without a copy. It is not checked
  /// when the batch is released: what it shows is then undefined.
  public MemorySegment segment() {
    range.check();
    return node.values.asSlice(range.start * node.width, (long) range.count * node.width);
  }
}
