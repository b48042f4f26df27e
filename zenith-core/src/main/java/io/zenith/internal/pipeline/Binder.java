package io.zenith.internal.pipeline;

import io.zenith.spi.RecordBatch;
import java.util.function.Function;

/// Checks a record batch and makes of it what the consumer works with.
///
/// @param <T> what that is
@FunctionalInterface
public interface Binder<T> {

  /// Binds one record batch. Runs on whichever thread has decoded it.
  ///
  /// @param part what it is part of, for errors
  T bind(Object part, RecordBatch batch);

  /// Binds, and goes on with what that gave.
  default <U> Binder<U> then(Function<T, U> next) {
    return (part, batch) -> next.apply(bind(part, batch));
  }
}
