package io.zenith.schema;

/// The unit of a time, timestamp or duration, as in Arrow's `TimeUnit`.
public enum TimeUnit {
  /// Seconds.
  SECOND("s"),
  /// Milliseconds.
  MILLISECOND("ms"),
  /// Microseconds.
  MICROSECOND("us"),
  /// Nanoseconds.
  NANOSECOND("ns");

  private final String symbol;

  TimeUnit(String symbol) {
    this.symbol = symbol;
  }

  /// The usual symbol: `s`, `ms`, `us` or `ns`.
  @Override
  public String toString() {
    return symbol;
  }
}
