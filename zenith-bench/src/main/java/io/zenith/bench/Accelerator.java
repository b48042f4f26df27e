package io.zenith.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// What stands for an accelerator: a step takes it a fixed time, in which it needs no processor.
final class Accelerator {
  private final long stepNanos;
  private final long began = System.nanoTime();
  private final List<Step> steps = new ArrayList<>();

  /// When it was busy, in nanoseconds from its beginning.
  private record Step(long from, long end) {
    /// How much of it is in a window.
    private long within(long start, long stop) {
      return Math.max(0, Math.min(end, stop) - Math.max(from, start));
    }
  }

  Accelerator(Duration step) {
    this.stepNanos = step.toNanos();
  }

  /// Makes a step.
  void step() {
    long from = System.nanoTime();
    long left = stepNanos;
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = from + stepNanos - System.nanoTime();
    }
    steps.add(new Step(from - began, System.nanoTime() - began));
  }

  /// The share of time in which it was busy so far.
  double busy() {
    return share(0, System.nanoTime() - began);
  }

  /// The share in each window of time up to its last step.
  ///
  /// @param title whose steps they are
  Timeline busy(String title, Duration window) {
    List<Double> shares = new ArrayList<>();
    long nanos = window.toNanos();
    long last = steps.isEmpty() ? 0 : steps.getLast().end();
    for (long from = 0; from < last; from += nanos) {
      shares.add(share(from, Math.min(last, from + nanos)));
    }
    return new Timeline(title, nanos / 1e9, shares);
  }

  private double share(long from, long end) {
    return (double) steps.stream().mapToLong(step -> step.within(from, end)).sum() / (end - from);
  }
}
