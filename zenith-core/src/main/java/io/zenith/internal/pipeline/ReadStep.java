package io.zenith.internal.pipeline;

import java.io.IOException;

/// A part of the read of a split that has been started: what was fetched, and is to be decoded.
///
/// @param <T> a record batch, as bound for the consumer
sealed interface ReadStep<T> extends AutoCloseable permits SplitRead, SplitLook {

  /// Starts a part of a read.
  ///
  /// @param <S> which
  @FunctionalInterface
  interface Fetch<S> {
    /// Fetches it.
    S start() throws IOException;
  }

  /// Gives up what is not decoded.
  @Override
  void close();
}
