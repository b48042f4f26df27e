package io.zenith.parquet;

/// What the deprecated type INT96 becomes: a day, and nanoseconds of it.
public enum Int96 {
  /// Timestamps in microseconds, as Spark has them. What is below is cut off.
  MICROSECONDS,

  /// Timestamps in nanoseconds. Those before 1677 or behind 2262 are malformed data.
  NANOSECONDS
}
