package io.zenith.arrow;

import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import java.util.List;

/// Some ranges of the rows of one record batch, each as a batch over the same columns.
final class RowRanges implements BatchIterator {
  private final List<RowRange> ranges;
  private final List<ArrayData> columns;
  private int next;

  /// @param ranges the rows
  /// @param columns the columns with all rows of the record batch
  RowRanges(List<RowRange> ranges, List<ArrayData> columns) {
    this.ranges = ranges;
    this.columns = columns;
  }

  @Override
  public boolean advance() {
    next = Math.min(next + 1, ranges.size() + 1);
    return next <= ranges.size();
  }

  @Override
  public RecordBatch batch() {
    if (next == 0 || next > ranges.size()) {
      throw new IllegalStateException("no current batch");
    }
    RowRange range = ranges.get(next - 1);
    return new RecordBatch(range.from(), range.count(), columns);
  }

  @Override
  public void close() {}
}
