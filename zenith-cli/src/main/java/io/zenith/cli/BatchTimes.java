package io.zenith.cli;

import java.util.function.LongSupplier;

/// How long batches take, from one step of the loop to the next.
///
/// Reading the clock twice costs about as much as a view of a batch. So as soon as a hundred
/// batches in a row took less than 5 us each, blocks of a hundred are timed instead of single
/// batches, and what was timed before is forgotten.
final class BatchTimes {
  static final int BLOCK = 100;
  private static final long SHORT_NANOS = 5_000;

  private final LongSupplier clock;
  private final TimeHistogram times = new TimeHistogram();
  private int blockSize = 1;
  private int inBlock;
  private long last;
  private long probeStart;
  private int probed;

  BatchTimes(LongSupplier clock) {
    this.clock = clock;
  }

  /// An epoch begins now.
  void start() {
    last = clock.getAsLong();
    probeStart = last;
    probed = 0;
    inBlock = 0;
  }

  /// Forgets the times taken so far, not the size of a block.
  void clear() {
    times.clear();
  }

  /// A batch was taken and used.
  void step() {
    inBlock++;
    if (inBlock == blockSize) {
      long now = clock.getAsLong();
      times.add((now - last) / blockSize);
      last = now;
      inBlock = 0;
      probe(now);
    }
  }

  private void probe(long now) {
    if (blockSize > 1) {
      return;
    }
    probed++;
    if (probed == BLOCK) {
      if (now - probeStart < BLOCK * SHORT_NANOS) {
        blockSize = BLOCK;
        times.clear();
      }
      probeStart = now;
      probed = 0;
    }
  }

  /// What was timed, for the report.
  BatchNanos report() {
    return new BatchNanos(
        times.percentile(.50),
        times.percentile(.95),
        times.percentile(.99),
        times.max(),
        times.total(),
        blockSize == 1 ? "single batches" : "blocks of " + BLOCK + " batches, divided");
  }

  /// Nanoseconds a batch.
  ///
  /// @param samples how many times were taken
  /// @param of what each of them is a time of
  record BatchNanos(double p50, double p95, double p99, double max, long samples, String of) {

    @Override
    public String toString() {
      return "p50 "
          + Quantity.nanos(p50)
          + ", p95 "
          + Quantity.nanos(p95)
          + ", p99 "
          + Quantity.nanos(p99)
          + ", max "
          + Quantity.nanos(max)
          + " ("
          + of
          + ")";
    }
  }
}
