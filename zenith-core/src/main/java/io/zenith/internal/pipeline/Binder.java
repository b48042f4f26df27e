package io.zenith.internal.pipeline;

import io.zenith.spi.RecordBatch;
import io.zenith.spi.Split;

/// Checks a record batch and makes of it what the consumer works with.
///
/// @param <T> what that is
@FunctionalInterface
public interface Binder<T> {

  /// Binds one record batch of a split. Runs on whichever thread has decoded it.
  T bind(Split split, RecordBatch batch);
}
