package io.zenith.arrow;

import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import java.util.List;
import java.util.function.Supplier;

/// Some ranges of the rows of one record batch, each as a batch over the same columns.
final class RowRanges implements BatchIterator {
  private final List<RowRange> ranges;
  private final Supplier<List<ArrayData>> decode;
  private List<ArrayData> columns = List.of();
  private int next;

  /// @param ranges the rows
  /// @param decode makes the columns with all rows of the record batch
  RowRanges(List<RowRange> ranges, Supplier<List<ArrayData>> decode) {
    this.ranges = ranges;
    this.decode = decode;
  }

  @Override
  public boolean advance() {
    if (next == 0 && !ranges.isEmpty()) {
      columns = decode.get();
    }
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
