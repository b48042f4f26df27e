package io.zenith.bench;

import java.util.Arrays;

/// Counts rows and takes the time of every batch, or of blocks of batches where a single one is so
/// fast that reading the clock would cost as much.
final class BatchClock {
  /// More than any turn has. What is beyond counts in the rate, not in the percentiles.
  private static final int LAPS = 1 << 20;

  private final long[] laps = new long[LAPS];
  private final int batchesPerLap;
  private int batchesLeft;
  private int lapCount;
  private long lapBegan;
  private long batches;
  private long rows;

  BatchClock(int batchesPerLap) {
    this.batchesPerLap = batchesPerLap;
  }

  int batchesPerLap() {
    return batchesPerLap;
  }

  /// Begins anew.
  void start() {
    lapCount = 0;
    batches = 0;
    rows = 0;
    batchesLeft = batchesPerLap;
    lapBegan = System.nanoTime();
  }

  void batchDone(int rowsInBatch) {
    rows += rowsInBatch;
    batches++;
    if (--batchesLeft == 0) {
      lap();
    }
  }

  long rows() {
    return rows;
  }

  long batches() {
    return batches;
  }

  /// Nanoseconds of a batch, at ascending percentiles; NaN if there was no lap.
  double[] percentiles(double... percents) {
    long[] sorted = Arrays.copyOf(laps, lapCount);
    Arrays.sort(sorted);
    return Arrays.stream(percents).map(percent -> percentile(sorted, percent)).toArray();
  }

  private double percentile(long[] sorted, double percent) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int place = (int) Math.ceil(percent / 100 * sorted.length) - 1;
    return (double) sorted[Math.max(place, 0)] / batchesPerLap;
  }

  private void lap() {
    long now = System.nanoTime();
    if (lapCount < LAPS) {
      laps[lapCount++] = now - lapBegan;
    }
    lapBegan = now;
    batchesLeft = batchesPerLap;
  }
}
