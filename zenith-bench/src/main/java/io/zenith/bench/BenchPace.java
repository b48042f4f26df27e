package io.zenith.bench;

import java.time.Duration;

/// How much to measure.
///
/// @param rounds how often each contender has a turn
/// @param turn how long a turn is
/// @param warmUp how long a contender warms up before the first
/// @param largeFileBytes size of each of the two files that are read warm and cold
/// @param recordBatches how many of 65,536 rows the files have that are compressed or written
/// @param tableRows how many rows tables have that are shuffled, or files of Parquet and CSV; one
///   table that is shuffled has four times as many
/// @param blobs how many blobs are shuffled
public record BenchPace(
    int rounds,
    Duration turn,
    Duration warmUp,
    long largeFileBytes,
    int recordBatches,
    int tableRows,
    int blobs) {

  /// For figures to publish: 3 GB in two files.
  static BenchPace full(int rounds) {
    return new BenchPace(
        rounds,
        Duration.ofMillis(300),
        Duration.ofSeconds(2),
        1_500_000_000,
        16,
        5_000_000,
        20_000);
  }

  /// To see that all works; the figures are rough.
  static BenchPace quick(int rounds) {
    return new BenchPace(
        rounds, Duration.ofMillis(50), Duration.ofMillis(500), 100_000_000, 2, 200_000, 1_000);
  }

  @Override
  public String toString() {
    return "runs: %d turns each, of %d ms, after %d ms of warm-up; each contender in a process of its own"
        .formatted(rounds, turn.toMillis(), warmUp.toMillis());
  }
}
