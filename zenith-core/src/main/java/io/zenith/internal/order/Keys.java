package io.zenith.internal.order;

/// Keys of permutations and of generators: hashes of everything that must make them differ, so that
/// near seeds, epochs or lanes have nothing in common.
///
/// The definition is part of [Order#VERSION].
final class Keys {
  private static final int ROUNDS = 8;

  /// 2^64 divided by the golden ratio.
  static final long STEP = 0x9E3779B97F4A7C15L;

  /// What a key is for. The numbers are part of the definition.
  enum Purpose {
    BLOCKS(1),
    PIECES(2),
    ROWS(3),
    POSITIONS(4),
    ROW_DRAWS(5),
    STEP_DRAWS(6);

    final int number;

    Purpose(int number) {
      this.number = number;
    }
  }

  private Keys() {}

  /// A key; where a purpose has no epoch, lane or window, it is 0. Draws have the place of the
  /// transform for the lane, and the row or the step for the window.
  static long of(long seed, Purpose purpose, long epoch, long lane, long window) {
    long key = mix(seed + STEP);
    key = mix((key ^ purpose.number) + STEP);
    key = mix((key ^ epoch) + STEP);
    key = mix((key ^ lane) + STEP);
    return mix((key ^ window) + STEP);
  }

  /// Keys of the rounds of a permutation: what SplitMix64 yields, started with its key.
  static int[] rounds(long key) {
    int[] keys = new int[ROUNDS];
    for (int i = 0; i < ROUNDS; i += 2) {
      long word = mix(key + (i / 2 + 1) * STEP);
      keys[i] = (int) word;
      keys[i + 1] = (int) (word >>> 32);
    }
    return keys;
  }

  /// The finaliser of SplitMix64.
  static long mix(long word) {
    long z = (word ^ (word >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
