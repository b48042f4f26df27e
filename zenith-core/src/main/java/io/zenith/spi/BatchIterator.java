package io.zenith.spi;

import java.io.IOException;

/// The record batches of one read, one after the other. Used by one thread at a time.
public interface BatchIterator extends AutoCloseable {

  /// Decodes the next batch.
  ///
  /// @return whether there is one
  /// @throws IOException if the storage fails
  boolean advance() throws IOException;

  /// The current batch. It stays readable until the request's buffers are released and the source
  /// is closed, also beyond the next [#advance()].
  RecordBatch batch();

  /// Gives up what is not read yet.
  @Override
  void close();
}
