package io.zenith.internal.order;

/// Values on their way through the rounds of a permutation, many side by side: the loops are so
/// small that the compiler makes vector code of them. A walk can be used again, by one thread.
final class Walk {
  /// Few enough for the first cache, and enough for vector code.
  private static final int MOST = 512;

  // The halves of each value, and the place where it will be stored.
  private final int[] high;
  private final int[] low;
  private final int[] places;

  /// For so many values at a time, or less where less is better.
  Walk(int values) {
    int size = Math.min(values, MOST);
    this.high = new int[size];
    this.low = new int[size];
    this.places = new int[size];
  }

  /// Replaces values by what they become.
  void apply(Permutation permutation, long[] values, int from, int count) {
    for (int done = 0; done < count; done += high.length) {
      chunk(permutation, values, from + done, Math.min(high.length, count - done));
    }
  }

  private void chunk(Permutation permutation, long[] values, int begin, int size) {
    int[] keys = permutation.keys;
    split(values, begin, size, permutation.lowBits);
    for (int left = size; left > 0; ) {
      for (int round = 0; round < keys.length; round += 2) {
        mix(high, low, left, keys[round], permutation.highShift);
        mix(low, high, left, keys[round + 1], permutation.lowShift);
      }
      left = settle(values, left, permutation.lowBits, permutation.n);
    }
  }

  private void split(long[] values, int begin, int size, int lowBits) {
    int mask = (1 << lowBits) - 1;
    for (int i = 0; i < size; i++) {
      high[i] = (int) (values[begin + i] >>> lowBits);
      low[i] = (int) values[begin + i] & mask;
      places[i] = begin + i;
    }
  }

  private static void mix(int[] target, int[] other, int count, int key, int shift) {
    for (int i = 0; i < count; i++) {
      target[i] ^= Permutation.hash(other[i] ^ key) >>> shift;
    }
  }

  /// Stores all values, and keeps those that are not below n to walk on; without a branch, which
  /// nobody could predict.
  ///
  /// @return how many are kept
  private int settle(long[] values, int count, int lowBits, long n) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      long value = (long) high[i] << lowBits | low[i];
      int place = places[i];
      values[place] = value;
      places[kept] = place;
      high[kept] = high[i];
      low[kept] = low[i];
      kept += value >= n ? 1 : 0;
    }
    return kept;
  }
}
