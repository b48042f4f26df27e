package io.zenith.internal.pipeline;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;

/// A wait for data.
///
/// @param <T> what comes
public interface Wait<T> {
  T await() throws IOException, InterruptedException;

  /// Waits, and throws what iterators may throw.
  static <T> T forData(Wait<T> wait) {
    try {
      return wait.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("while waiting for data");
      interrupted.initCause(e);
      throw new UncheckedIOException(interrupted);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
