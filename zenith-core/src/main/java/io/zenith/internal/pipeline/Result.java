package io.zenith.internal.pipeline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a producer hands to the consumer: record batches, a failure, or the end.
///
/// @param batches record batches in order
/// @param release gives back what they hold
/// @param failure what went wrong in their place
/// @param isEnd whether nothing follows
/// @param <T> a record batch, as bound for the consumer
record Result<T>(List<T> batches, Runnable release, @Nullable Throwable failure, boolean isEnd) {

  /// Record batches.
  static <T> Result<T> of(List<T> batches, Runnable release) {
    return new Result<>(batches, release, null, false);
  }

  /// A failure. Nothing has to be released.
  static <T> Result<T> failed(Throwable failure) {
    return new Result<>(List.of(), Result::nothing, failure, false);
  }

  /// The end.
  static <T> Result<T> end() {
    return new Result<>(List.of(), Result::nothing, null, true);
  }

  private static void nothing() {}
}
