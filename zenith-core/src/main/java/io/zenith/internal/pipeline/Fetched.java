package io.zenith.internal.pipeline;

/// How much was fetched up to some time.
///
/// @param bytes so many in all
/// @param nanos when that was, by the clock of the [Meter]
record Fetched(long bytes, long nanos) {

  /// Bytes a nanosecond from then to now.
  double rateSince(Fetched then) {
    return (double) (bytes - then.bytes) / Math.max(1, nanos - then.nanos);
  }
}
