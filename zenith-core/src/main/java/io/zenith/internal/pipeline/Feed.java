package io.zenith.internal.pipeline;

import io.zenith.spi.RecordBatch;
import io.zenith.spi.Split;
import java.io.IOException;

/// The record batches of an epoch, in order.
public interface Feed extends AutoCloseable {

  /// Moves on to the next record batch, and releases the current one.
  ///
  /// @return whether there is one
  /// @throws IllegalStateException if the feed is closed, also while this waits
  boolean advance() throws IOException, InterruptedException;

  /// The current record batch.
  RecordBatch batch();

  /// The split it belongs to.
  Split split();

  /// Releases the current record batch and whatever was read ahead. May be called by any thread, again
  /// too.
  @Override
  void close();
}
