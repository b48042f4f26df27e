package io.zenith.s3;

import java.time.Duration;

/// How fast bytes come. A body that drips would hold its request for ever, though it is never
/// silent for long. For one thread.
final class Pace {
  /// What is to come within the time of a silence: so little that 64 answers at a time go through a
  /// line of a megabit a second.
  private static final long BYTES = 16 << 10;

  private final long nanos;
  private long since = System.nanoTime();
  private long count;

  /// @param silence how long nothing may come
  Pace(Duration silence) {
    this.nanos = silence.toNanos();
  }

  /// Counts bytes that came; whether those of late took too long.
  boolean isLost(int bytes) {
    long now = System.nanoTime();
    count += bytes;
    if (count >= BYTES) {
      count = 0;
      since = now;
    }
    return now - since > nanos;
  }
}
