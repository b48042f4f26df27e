package io.zenith.internal.pipeline;

import io.zenith.spi.Hold;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a producer hands to the consumer: record batches, a failure, both, or the end.
///
/// @param batches record batches in order
/// @param release gives back what they hold
/// @param hold keeps their memory beyond that; empty if it is used again
/// @param failure what went wrong behind them
/// @param isEnd whether nothing follows
/// @param <T> a record batch, as bound for the consumer
record Result<T>(
    List<T> batches,
    Runnable release,
    Supplier<Optional<Hold>> hold,
    @Nullable Throwable failure,
    boolean isEnd) {

  /// Record batches in memory that is used again.
  static <T> Result<T> of(List<T> batches, Runnable release) {
    return of(batches, release, Optional::empty);
  }

  /// Record batches in memory that can be kept.
  static <T> Result<T> of(List<T> batches, Runnable release, Supplier<Optional<Hold>> hold) {
    return new Result<>(batches, release, hold, null, false);
  }

  /// Record batches that stay, whoever takes them.
  static <T> Result<T> ofKept(List<T> batches) {
    return of(batches, Result::nothing);
  }

  /// The same record batches, and a failure behind them, if there is one.
  Result<T> before(@Nullable Throwable next) {
    return new Result<>(batches, release, hold, next, isEnd);
  }

  /// The failure behind the record batches, if there are any.
  @Nullable Result<T> rest() {
    return failure == null || batches.isEmpty() ? null : failed(failure);
  }

  /// A failure. Nothing has to be released.
  static <T> Result<T> failed(Throwable failure) {
    return new Result<>(List.of(), Result::nothing, Optional::empty, failure, false);
  }

  /// The end.
  static <T> Result<T> end() {
    return new Result<>(List.of(), Result::nothing, Optional::empty, null, true);
  }

  /// Whether something went wrong.
  boolean isFailed() {
    return failure != null;
  }

  /// The record batches.
  ///
  /// @throws IOException and unchecked exceptions: the failure, if it is one without any
  List<T> get() throws IOException {
    if (!batches.isEmpty()) {
      return batches;
    }
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
    return batches;
  }

  private static void nothing() {}
}
