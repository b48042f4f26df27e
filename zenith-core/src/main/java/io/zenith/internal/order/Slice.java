package io.zenith.internal.order;

import java.util.List;

/// What a rank takes of a step, as indices of lanes, in the order of its batch.
///
/// @param rows each row that is delivered here and nowhere else in the epoch; by lane, then index
/// @param padding rows of the same step that are repeated after them, to fill the batch
public record Slice(List<LaneRange> rows, List<LaneRange> padding) {
  public Slice {
    rows = List.copyOf(rows);
    padding = List.copyOf(padding);
  }

  /// Rows, without padding.
  public long rowCount() {
    return count(rows);
  }

  /// Rows that are repeated.
  public long paddingCount() {
    return count(padding);
  }

  private static long count(List<LaneRange> ranges) {
    return ranges.stream().mapToLong(LaneRange::count).sum();
  }
}
