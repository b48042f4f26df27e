package io.zenith.internal.filter;

/// Finds out which rows of one record batch to keep, 64 at a time.
interface RowMatcher {
  /// Those of some rows that are to be kept.
  ///
  /// @param from the place of the row of bit 0
  /// @param rows a bit for each row that is asked for; the others need not exist
  /// @return the bits of `rows` whose rows are kept
  long keep(long from, long rows);
}
