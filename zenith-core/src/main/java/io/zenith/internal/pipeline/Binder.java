package io.zenith.internal.pipeline;

import io.zenith.spi.RecordBatch;

/// Checks a record batch and makes of it what the consumer works with.
///
/// @param <T> what that is
@FunctionalInterface
public interface Binder<T> {

  /// Binds one record batch. Runs on whichever thread has decoded it.
  ///
  /// @param part what it is part of, for errors
  T bind(Object part, RecordBatch batch);
}
