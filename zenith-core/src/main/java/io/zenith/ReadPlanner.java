package io.zenith;

import io.zenith.internal.filter.BoundFilter;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.RowRanges;
import io.zenith.internal.rows.FileColumns;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;

/// Finds out what has to be read of files for a filter, as a loader does.
final class ReadPlanner {
  private final FileOrigin files;
  private final BoundFilter filter;
  private final List<FileSplit> splits;
  private final List<FileColumns> columns;

  private ReadPlanner(FileOrigin files, List<Projection> selected, Filter keep) {
    this.files = files;
    this.filter = keep.bind(files.schema());
    this.splits = files.splits(filter.besides(selected));
    this.columns = files.columns(filter.columns());
  }

  /// The plan without a filter.
  ///
  /// @param selected what is wanted of the columns of the schema
  static ReadPlan all(FileOrigin files, List<Projection> selected) {
    Sum all = new Sum();
    files.splits(selected).forEach(split -> all.add(split, split.split().rows()));
    return new ReadPlan(all.amount(), all.amount(), all.amount());
  }

  /// The plan with a filter.
  ///
  /// @param selected what is delivered of the columns of the schema
  /// @throws IOException if the storage fails
  static ReadPlan filtered(FileOrigin files, List<Projection> selected, Filter filter)
      throws IOException {
    return new ReadPlanner(files, selected, filter).plan();
  }

  private ReadPlan plan() throws IOException {
    BitSet mayKeep = files.mayKeep(filter);
    Sum all = new Sum();
    Sum byFooters = new Sum();
    Sum byIndexes = new Sum();
    splits.forEach(split -> all.add(split, split.split().rows()));
    int next = mayKeep.nextSetBit(0);
    while (next >= 0) {
      int file = splits.get(next).file();
      List<FileSplit> left = new ArrayList<>();
      for (; next >= 0 && splits.get(next).file() == file; next = mayKeep.nextSetBit(next + 1)) {
        left.add(splits.get(next));
        byFooters.add(splits.get(next), splits.get(next).split().rows());
      }
      ask(file, left, byIndexes);
    }
    return new ReadPlan(all.amount(), byFooters.amount(), byIndexes.amount());
  }

  private void ask(int file, List<FileSplit> left, Sum sum) throws IOException {
    try (Arena arena = Arena.ofShared();
        DataSource source = files.open(file, arena)) {
      for (FileSplit split : left) {
        try (Arena memory = Arena.ofConfined()) {
          sum.add(split, candidates(source, split, memory).rows());
        }
      }
    }
  }

  /// Views are not asked: to leave rows of them out saves nothing.
  private RowRanges candidates(DataSource source, FileSplit split, Arena memory)
      throws IOException {
    long rows = split.split().rows();
    return split.isView()
        ? RowRanges.all(rows)
        : filter.candidates(source, split.split(), columns.get(split.file()), memory).joined(rows);
  }

  /// Adds parts up.
  private static final class Sum {
    private final BitSet files = new BitSet();
    private long splits;
    private long rows;
    private double bytes;
    private boolean areBytesKnown = true;

    private void add(FileSplit split, long some) {
      long ofSplit = split.split().rows();
      if (some == 0 && ofSplit > 0) {
        return;
      }
      files.set(split.file());
      splits++;
      rows += some;
      OptionalLong stored = split.split().storedBytes(split.columns());
      areBytesKnown &= stored.isPresent();
      bytes += stored.orElse(0) * ((double) some / Math.max(1, ofSplit));
    }

    private ReadPlan.Amount amount() {
      return new ReadPlan.Amount(
          files.cardinality(),
          splits,
          rows,
          areBytesKnown ? OptionalLong.of((long) Math.ceil(bytes)) : OptionalLong.empty());
    }
  }
}
