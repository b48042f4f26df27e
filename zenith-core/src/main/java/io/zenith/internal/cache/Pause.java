package io.zenith.internal.cache;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A short wait for another process, which nothing announces the end of.
final class Pause {
  private Pause() {}

  /// Waits for so long, or less if the thread is interrupted.
  static void millis(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
