package io.zenith.bench;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// What stands for an accelerator: a step takes it a fixed time, in which it needs no processor.
final class Accelerator {
  private final long stepNanos;
  private long busyNanos;

  Accelerator(Duration step) {
    this.stepNanos = step.toNanos();
  }

  /// Makes a step.
  void step() {
    long began = System.nanoTime();
    long left = stepNanos;
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = began + stepNanos - System.nanoTime();
    }
    busyNanos += System.nanoTime() - began;
  }

  /// How long it was busy so far.
  long busyNanos() {
    return busyNanos;
  }
}
