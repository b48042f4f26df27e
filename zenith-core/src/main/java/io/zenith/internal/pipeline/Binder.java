package io.zenith.internal.pipeline;

import io.zenith.spi.RecordBatch;
import java.util.function.Function;

/// Checks the record batches of a read, one after the other, and makes of them what the consumer
/// works with. Used by one thread at a time.
///
/// @param <T> what that is
@FunctionalInterface
public interface Binder<T> {

  /// Binds one record batch. Runs on whichever thread has decoded it.
  ///
  /// @param part what it is part of, for errors
  T bind(Object part, RecordBatch batch);

  /// What stands for rows that were not read, since nobody wants them.
  default T gap(long rows) {
    throw new IllegalStateException(rows + " rows were not read");
  }

  /// Binds, and goes on with what that gave.
  default <U> Binder<U> then(Function<T, U> next) {
    Binder<T> first = this;
    return new Binder<>() {
      @Override
      public U bind(Object part, RecordBatch batch) {
        return next.apply(first.bind(part, batch));
      }

      @Override
      public U gap(long rows) {
        return next.apply(first.gap(rows));
      }
    };
  }
}
