package io.zenith.internal.pipeline;

/// Counts durations in buckets 12.5 % wide, so that any number of them takes 4 KiB. Not for several
/// threads at a time.
final class TimeHistogram {
  private static final int FINENESS_BITS = 3;

  /// Buckets a power of two.
  private static final int FINENESS = 1 << FINENESS_BITS;

  private final long[] counts = new long[(Long.SIZE - FINENESS_BITS) * FINENESS];
  private long total;

  void add(long nanos) {
    counts[bucket(Math.max(0, nanos))]++;
    total++;
  }

  /// The duration that a share of all does not exceed, to a sixteenth of it; 0 if there are none.
  long percentile(double share) {
    long rank = Math.max(1, (long) Math.ceil(share * total));
    long seen = 0;
    for (int bucket = 0; bucket < counts.length && total > 0; bucket++) {
      seen += counts[bucket];
      if (seen >= rank) {
        return middle(bucket);
      }
    }
    return 0;
  }

  /// Below 16 a bucket holds one value; above, those that share their leading four bits.
  private static int bucket(long nanos) {
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(nanos) - FINENESS_BITS - 1);
    return shift * FINENESS + (int) (nanos >>> shift);
  }

  private static long middle(int bucket) {
    int shift = Math.max(0, bucket / FINENESS - 1);
    long first = (long) (bucket - shift * FINENESS) << shift;
    return first + ((1L << shift) - 1) / 2;
  }
}
