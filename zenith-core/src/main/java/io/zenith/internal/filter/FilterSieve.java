package io.zenith.internal.filter;

import io.zenith.internal.pipeline.Binder;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.RowRanges;
import io.zenith.internal.pipeline.RowSet;
import io.zenith.internal.pipeline.Sieve;
import io.zenith.internal.rows.Chunk;
import io.zenith.internal.rows.FileColumns;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.Split;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.function.Supplier;

/// Finds the rows of a file's splits that a filter may keep: by what the file says, and then by the
/// columns of the filter alone, where the others take most of the work and few rows are left.
public final class FilterSieve implements Sieve {
  private final BoundFilter filter;
  private final FileColumns columns;
  private final LookRule rule;
  private final Supplier<Binder<Chunk>> binders;

  /// @param columns those of the filter, in the file
  /// @param rule whether to look first, which all files of a loader share
  public FilterSieve(BoundFilter filter, FileColumns columns, LookRule rule) {
    this.filter = filter;
    this.columns = columns;
    this.rule = rule;
    this.binders = Chunk.binders(columns);
  }

  @Override
  public RowRanges candidates(DataSource source, Split split, SegmentAllocator memory)
      throws IOException {
    return filter.candidates(source, split, columns, memory);
  }

  @Override
  public List<Projection> first(FileSplit split) {
    long all = split.split().decodedBytes(split.columns());
    boolean isLittle = split.split().decodedBytes(columns.read()) <= all / 2;
    return isLittle && rule.isWorth() ? columns.read() : List.of();
  }

  @Override
  public Binder<RowSet> binder() {
    return binders.get().then(filter::rows);
  }

  @Override
  public void learn(RowRanges asked, RowRanges left) {
    rule.learn(asked.rows(), left.rows());
  }
}
