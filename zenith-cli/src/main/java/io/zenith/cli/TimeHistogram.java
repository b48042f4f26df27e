package io.zenith.cli;

import java.util.Arrays;

/// Counts durations in buckets 1.6 % wide, so that any number of them takes 32 KiB and no garbage.
final class TimeHistogram {
  /// Buckets a power of two.
  private static final int FINENESS = 64;

  private static final int FINENESS_BITS = 6;

  private final long[] counts = new long[(Long.SIZE - FINENESS_BITS) * FINENESS];
  private long total;
  private long max;

  void add(long nanos) {
    counts[bucket(Math.max(0, nanos))]++;
    total++;
    max = Math.max(max, nanos);
  }

  void clear() {
    Arrays.fill(counts, 0);
    total = 0;
    max = 0;
  }

  long total() {
    return total;
  }

  long max() {
    return max;
  }

  /// The duration that a share of all does not exceed; 0 if there are none.
  double percentile(double share) {
    long rank = Math.max(1, (long) Math.ceil(share * total));
    long seen = 0;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      seen += counts[bucket];
      if (seen >= rank) {
        return Math.min((double) max, middle(bucket));
      }
    }
    return max;
  }

  /// Below 128 a bucket holds one value; above, it holds those that share their leading seven bits.
  private static int bucket(long nanos) {
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(nanos) - FINENESS_BITS - 1);
    return shift * FINENESS + (int) (nanos >>> shift);
  }

  private static double middle(int bucket) {
    int shift = Math.max(0, bucket / FINENESS - 1);
    long first = (long) (bucket - shift * FINENESS) << shift;
    return first + ((1L << shift) - 1) / 2.0;
  }
}
