package io.zenith.internal.order;

/// Is shown the rows of an epoch, many at a time.
@FunctionalInterface
public interface RowVisitor {
  /// Looks at rows, before the next ones are shown.
  ///
  /// @param range indices of a lane
  /// @param rows the numbers of their rows: as many as the range has, and then nothing of meaning;
  ///   valid during this call only
  void visit(LaneRange range, long[] rows);
}
