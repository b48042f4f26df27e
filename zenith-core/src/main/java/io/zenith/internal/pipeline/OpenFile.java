package io.zenith.internal.pipeline;

import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.InputFile;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An open file, of which splits are read.
///
/// @param reading how that is done
/// @param <T> a record batch, as bound for the consumer
record OpenFile<T>(InputFile file, DataSource source, Reading<T> reading) {

  /// A read of no row.
  private static final class Nothing implements BatchIterator {
    @Override
    public boolean advance() {
      return false;
    }

    @Override
    public RecordBatch batch() {
      throw new IllegalStateException("no current batch");
    }

    @Override
    public void close() {
      // nothing is held
    }
  }

  /// Starts to read what is wanted of a split: first the columns of a filter, if there is one, and
  /// it is worth it.
  ReadStep<T> begin(FileSplit split, Block memory) throws IOException {
    RowRanges needed = split.needed();
    @Nullable Sieve sieve = reading.sieve();
    if (sieve == null || split.isView()) {
      return read(split, needed, memory);
    }
    RowRanges rows = candidates(sieve, split.split(), memory);
    List<Projection> first = rows.isEmpty() ? List.of() : sieve.first(split);
    if (first.isEmpty()) {
      return read(split, rows, memory);
    }
    ReadRequest look = new ReadRequest(split.split(), rows.ranges(), first, memory);
    SplitRead<RowSet> columns = new SplitRead<>(look, source.read(look), sieve.binder());
    return new SplitLook<>(columns, rows, sieve, left -> read(split, left, memory));
  }

  /// The rows that a filter may keep. Where there is no memory for what the file says about them,
  /// all are read: that is no reason to fail.
  private RowRanges candidates(Sieve sieve, Split split, Block memory) throws IOException {
    try {
      return sieve.candidates(source, split, memory).joined(split.rows());
    } catch (IllegalStateException e) {
      if (isFull(e)) {
        return RowRanges.all(split.rows());
      }
      throw e;
    } finally {
      memory.reset();
    }
  }

  /// Formats may say what the memory was for.
  private static boolean isFull(@Nullable Throwable failure) {
    return failure instanceof Block.FullException
        || (failure != null && isFull(failure.getCause()));
  }

  private SplitRead<T> read(FileSplit split, RowRanges rows, SegmentAllocator memory)
      throws IOException {
    return read(split, rows.ranges(), memory);
  }

  /// Starts to read some rows of a split.
  SplitRead<T> read(FileSplit split, List<RowRange> rows, SegmentAllocator memory)
      throws IOException {
    ReadRequest request = new ReadRequest(split.split(), rows, split.columns(), memory);
    boolean isNothing = rows.isEmpty() && split.split().rows() > 0;
    BatchIterator batches = isNothing ? new Nothing() : source.read(request);
    return new SplitRead<>(request, batches, reading.binders().get());
  }
}
