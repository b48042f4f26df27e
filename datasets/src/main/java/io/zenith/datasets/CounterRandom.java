package io.zenith.datasets;

/// Random numbers as a function of (seed, stream, row, draw): SplitMix64 with the counter given
/// instead of kept.
///
/// No state moves, so rows can be made in any order and by any number of threads. Where a function
/// is transcendental it is `StrictMath`'s, so that every machine gets the same bits.
final class CounterRandom {
  /// SplitMix64's step: 2^64 divided by the golden ratio, made odd.
  private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

  /// 2^-53, since a double holds 53 bits.
  private static final double ULP = 0x1p-53;

  private final long key;

  /// @param stream which of the seed's independent streams, such as the number of a column
  CounterRandom(long seed, long stream) {
    this.key = mix(mix(seed + STEP) + (stream + 1) * STEP);
  }

  /// Draw number `draw` of a row: all 64 bits.
  long bits(long row, int draw) {
    return mix(mix(key + row * STEP) + draw * STEP);
  }

  /// A whole number from 0 to `bound - 1`; the bias is below `bound` / 2^32.
  int below(int bound, long row, int draw) {
    return (int) (((bits(row, draw) >>> 32) * bound) >>> 32);
  }

  /// From 0 inclusive to 1 exclusive.
  double uniform(long row, int draw) {
    return (bits(row, draw) >>> 11) * ULP;
  }

  /// Normally distributed with mean 0 and deviation 1, by Box and Muller's method.
  double gaussian(long row, int draw) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - uniform(row, 2 * draw)));
    return radius * StrictMath.cos(2 * Math.PI * uniform(row, 2 * draw + 1));
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return z ^ (z >>> 31);
  }
}
