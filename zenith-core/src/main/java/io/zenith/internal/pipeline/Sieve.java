package io.zenith.internal.pipeline;

import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.Split;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.List;

/// Finds the rows of one file's splits that a filter may keep, so that the others are not read.
/// Used by many threads at once.
public interface Sieve {

  /// The rows that may be kept, by what the file says about its values without their being read.
  ///
  /// @param memory for what it says
  /// @throws IOException if the storage fails
  RowRanges candidates(DataSource source, Split split, SegmentAllocator memory) throws IOException;

  /// What to read of columns of the file before the others; none if all are to be read together.
  List<Projection> first(FileSplit split);

  /// Finds the rows of these columns that are kept. Made for one read.
  Binder<RowSet> binder();

  /// What the columns were good for that were read first.
  ///
  /// @param asked the rows that were read of them
  /// @param left those that are read of all columns
  void learn(RowRanges asked, RowRanges left);
}
