package io.zenith.internal.order;

/// A bijection on `[0, n)` that a key chooses: a Feistel network over the smallest power of two
/// that holds n, walked in its cycles until it comes back below n. It keeps no list, whatever n is.
///
/// The definition is part of [Order#VERSION]: a change here changes every order.
final class Permutation {
  /// A Feistel network with small halves tells on itself; walking in a larger domain mends that.
  private static final int SMALLEST_BITS = 8;

  /// Values that are computed together: few enough for the first cache, enough for vector code.
  private static final int CHUNK = 512;

  private final long n;
  private final int lowBits;

  /// Hashes have 32 bits, halves have fewer: the upper ones are taken, which are mixed best.
  private final int lowShift;

  private final int highShift;

  /// For the rounds, in turn for the high half and for the low one; none for the identity.
  private final int[] keys;

  private Permutation(long n, int[] keys) {
    this.n = n;
    int bits = Math.max(SMALLEST_BITS, Long.SIZE - Long.numberOfLeadingZeros(n - 1));
    this.lowBits = bits / 2;
    this.lowShift = Integer.SIZE - lowBits;
    this.highShift = Integer.SIZE - (bits - lowBits);
    this.keys = keys;
  }

  /// The bijection of a key.
  ///
  /// @param n at most 2^62, so that each half fits an `int`
  static Permutation of(long key, long n) {
    return new Permutation(n, n <= 1 ? new int[0] : Keys.rounds(key));
  }

  static Permutation identity(long n) {
    return new Permutation(n, new int[0]);
  }

  /// What i becomes.
  long at(long i) {
    if (keys.length == 0) {
      return i;
    }
    long value = i;
    do {
      int high = (int) (value >>> lowBits);
      int low = (int) value & ((1 << lowBits) - 1);
      for (int round = 0; round < keys.length; round += 2) {
        high ^= hash(low ^ keys[round]) >>> highShift;
        low ^= hash(high ^ keys[round + 1]) >>> lowShift;
      }
      value = (long) high << lowBits | low;
    } while (value >= n);
    return value;
  }

  /// Replaces values by what they become: several times faster than one by one.
  void apply(long[] values, int from, int count) {
    if (keys.length == 0) {
      return;
    }
    int chunk = Math.min(CHUNK, count);
    int[] high = new int[chunk];
    int[] low = new int[chunk];
    int[] places = new int[chunk];
    for (int done = 0; done < count; done += chunk) {
      int begin = from + done;
      int size = Math.min(chunk, count - done);
      split(values, begin, size, high, low);
      for (int i = 0; i < size; i++) {
        places[i] = begin + i;
      }
      for (int left = size; left > 0; ) {
        for (int round = 0; round < keys.length; round += 2) {
          mix(high, low, left, keys[round], highShift);
          mix(low, high, left, keys[round + 1], lowShift);
        }
        left = settle(values, places, high, low, left);
      }
    }
  }

  private void split(long[] values, int begin, int size, int[] high, int[] low) {
    int mask = (1 << lowBits) - 1;
    for (int i = 0; i < size; i++) {
      high[i] = (int) (values[begin + i] >>> lowBits);
      low[i] = (int) values[begin + i] & mask;
    }
  }

  /// One round over many values, in a loop so small that the compiler makes vector code of it.
  private static void mix(int[] target, int[] other, int count, int key, int shift) {
    for (int i = 0; i < count; i++) {
      target[i] ^= hash(other[i] ^ key) >>> shift;
    }
  }

  /// Stores values, and keeps those that are to be walked on; without a branch, which nobody could
  /// predict.
  ///
  /// @return how many are kept
  private int settle(long[] values, int[] places, int[] high, int[] low, int count) {
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

  private static int hash(int x) {
    int h = x * 0x85EBCA6B;
    h ^= h >>> 15;
    return h * 0xC2B2AE35;
  }
}
