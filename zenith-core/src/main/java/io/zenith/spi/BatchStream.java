package io.zenith.spi;

import io.zenith.schema.Schema;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;

/// Rows that come once and in one order, such as those of a pipe or of a query's result; how many
/// there are shows at the end. [io.zenith.Dataset#of] makes a dataset of it.
///
/// Used by one thread at a time. Its `toString` names it, for errors.
public interface BatchStream extends AutoCloseable {

  /// The schema of the rows.
  Schema schema();

  /// Waits for the next record batch.
  ///
  /// An interrupt ends the wait: the thread is a platform thread, which is interrupted when the
  /// loader is closed.
  ///
  /// @param columns what to deliver of columns, in the order in which to deliver it; the same in
  ///   every call. A column may be there several times
  /// @param buffers native memory that lives until the reader is done with the batch. It is not
  ///   cleared: whoever takes a buffer fills all of it. Taking one may wait until earlier batches
  ///   are done with, and fails if this batch takes more than the loader's memory budget allows.
  ///   Where the buffers of the batch are elsewhere, they have to live until [#close()]
  /// @return nothing at the end
  /// @throws IOException if the source fails
  /// @throws io.zenith.error.MalformedDataException if the bytes contradict their format
  /// @throws io.zenith.error.UnsupportedDataException if they use what is not read
  Optional<RecordBatch> next(List<Projection> columns, SegmentAllocator buffers) throws IOException;

  /// Releases what the stream holds. More calls do nothing.
  ///
  /// @throws java.io.UncheckedIOException if the source cannot be closed
  @Override
  void close();
}
