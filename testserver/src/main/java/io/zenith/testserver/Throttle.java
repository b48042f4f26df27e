package io.zenith.testserver;

import java.util.concurrent.TimeUnit;

/// A limit of bytes per second that all connections share.
///
/// Each step books its time on one line of time, and waits until that has come. A sleep ends late;
/// the line stays at most [#SLACK_NANOS] behind the clock, so what was overslept is made up for,
/// and a pause saves up no more than that.
final class Throttle {
  /// The most bytes in a step.
  static final int STEP = 128 << 10;

  private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final int LIMITED_STEP = 16 << 10;

  private final long bytesPerSecond;
  private long next = System.nanoTime();

  /// @param bytesPerSecond 0 for no limit
  Throttle(long bytesPerSecond) {
    this.bytesPerSecond = bytesPerSecond;
  }

  /// How many bytes to send at a time.
  int step() {
    return bytesPerSecond == 0 ? STEP : LIMITED_STEP;
  }

  /// Waits until so many bytes may be sent.
  void await(int bytes) throws InterruptedException {
    if (bytesPerSecond > 0) {
      long nanos = book(bytes) - System.nanoTime();
      if (nanos > 0) {
        TimeUnit.NANOSECONDS.sleep(nanos);
      }
    }
  }

  private synchronized long book(int bytes) {
    long earliest = System.nanoTime() - SLACK_NANOS;
    long start = next - earliest > 0 ? next : earliest;
    next = start + Math.round(bytes * 1e9 / bytesPerSecond);
    return next;
  }
}
