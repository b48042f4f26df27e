package io.zenith.internal.pipeline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Closes one thing after the other, whatever fails on the way.
public final class Closing {
  private Closing() {}

  /// Runs all steps. The first failure is thrown at the end, with the others suppressed.
  public static void all(List<Runnable> steps) {
    Throwable failure = null;
    for (Runnable step : steps) {
      try {
        step.run();
      } catch (RuntimeException | Error e) {
        failure = first(failure, e);
      }
    }
    switch (failure) {
      case null -> {}
      case Error e -> throw e;
      default -> throw (RuntimeException) failure;
    }
  }

  private static Throwable first(@Nullable Throwable first, Throwable next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }
}
