package io.zenith.spi;

import java.util.List;
import java.util.Objects;

/// Rows as columns in Arrow's layout: the rows `[fromRow, fromRow + rows)` of the columns.
///
/// @param fromRow the first row that is meant, as a place in the columns
/// @param rows how many rows
/// @param columns the columns, in the order of the request, each of the same length
public record RecordBatch(long fromRow, long rows, List<ArrayData> columns) {

  /// Checks the range as far as it can overflow, and copies the list.
  public RecordBatch {
    Objects.checkFromIndexSize(fromRow, rows, Long.MAX_VALUE);
    columns = List.copyOf(columns);
  }
}
