package io.zenith.internal.order;

/// A bijection on `[0, n)` that a key chooses: a Feistel network over the smallest power of two
/// that holds n, walked in its cycles until it comes back below n. It keeps no list, whatever n is.
///
/// The definition is part of [Order#VERSION]: a change here changes every order.
final class Permutation {
  /// A Feistel network with small halves tells on itself; walking in a larger domain mends that.
  private static final int SMALLEST_BITS = 8;

  final long n;
  final int lowBits;

  /// Hashes have 32 bits, halves have fewer: the upper ones are taken, which are mixed best.
  final int lowShift;

  final int highShift;

  /// For the rounds, in turn for the high half and for the low one; none for the identity.
  final int[] keys;

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
    apply(values, from, count, new Walk(keys.length == 0 ? 0 : count));
  }

  /// The same with a walk that is used again.
  void apply(long[] values, int from, int count, Walk walk) {
    if (keys.length > 0) {
      walk.apply(this, values, from, count);
    }
  }

  /// The function of a round, before the shift.
  static int hash(int x) {
    int h = x * 0x85EBCA6B;
    h ^= h >>> 15;
    return h * 0xC2B2AE35;
  }
}
