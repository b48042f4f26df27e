package io.zenith.spi;

import java.util.Objects;

/// Consecutive rows of a split.
///
/// @param from the first row, counted within the split
/// @param count how many rows, 0 or more
public record RowRange(long from, long count) {

  /// Checks the range as far as it can overflow.
  public RowRange {
    Objects.checkFromIndexSize(from, count, Long.MAX_VALUE);
  }

  /// The row behind the last one.
  public long end() {
    return from + count;
  }
}
