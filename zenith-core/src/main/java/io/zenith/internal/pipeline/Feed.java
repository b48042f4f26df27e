package io.zenith.internal.pipeline;

import io.zenith.spi.Hold;
import java.io.IOException;
import java.util.Optional;

/// The record batches of some epochs, in order.
///
/// @param <T> a record batch, as bound for the consumer
public interface Feed<T> extends AutoCloseable {

  /// Moves on to the next record batch of the epoch, and releases the current one.
  ///
  /// @return whether there is one
  /// @throws IllegalStateException if the feed is closed, also while this waits
  boolean advance() throws IOException, InterruptedException;

  /// Moves on to the next epoch: its first record batch is the next one. What is left of this one
  /// is skipped, and the current record batch released.
  ///
  /// @throws IllegalStateException if the feed is closed, also while this waits
  void nextEpoch() throws InterruptedException;

  /// The current record batch.
  T batch();

  /// Keeps the memory of the current record batch beyond its release; empty if that memory is used
  /// again afterwards.
  Optional<Hold> hold();

  /// Releases the current record batch and whatever was read ahead. May be called by any thread,
  /// again too.
  @Override
  void close();
}
