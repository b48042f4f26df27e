package io.zenith.csv;

import java.math.BigInteger;

/// The powers of five that [BinaryFormat] multiplies by, each as the 128 bits from its highest on:
/// 10 KB, made when the first number is rounded.
///
/// They are rounded down, but for the powers from -27 to -1 up: these are the only negative ones by
/// which a whole number of 64 bits can be divided without a remainder, and so the product of such a
/// division is not below its result.
final class PowersOfFive {
  /// The power below which nothing of 64 bits is above half the least `double`.
  static final int LEAST = -342;

  /// The power above which all are infinite.
  static final int GREATEST = 308;

  private static final int LEAST_EXACT = -27;

  /// So many that 128 of them are left of the least.
  private static final int RECIPROCAL_BITS = 1024;

  private static final long[] BITS = bits();

  private PowersOfFive() {}

  /// The upper 64 bits.
  static long upper(int power) {
    return BITS[2 * (power - LEAST)];
  }

  /// The lower 64 bits.
  static long lower(int power) {
    return BITS[2 * (power - LEAST) + 1];
  }

  private static long[] bits() {
    long[] bits = new long[2 * (GREATEST - LEAST + 1)];
    BigInteger five = BigInteger.valueOf(5);
    BigInteger power = BigInteger.ONE;
    for (int i = 0; i <= GREATEST; i++) {
      put(bits, i, highest(power));
      power = power.multiply(five);
    }
    // Rounded down after each division is the same as rounded down once.
    BigInteger reciprocal = BigInteger.ONE.shiftLeft(RECIPROCAL_BITS);
    for (int i = -1; i >= LEAST; i--) {
      reciprocal = reciprocal.divide(five);
      BigInteger down = highest(reciprocal);
      put(bits, i, i < LEAST_EXACT ? down : down.add(BigInteger.ONE));
    }
    return bits;
  }

  private static BigInteger highest(BigInteger value) {
    return value.shiftLeft(128).shiftRight(value.bitLength());
  }

  private static void put(long[] bits, int power, BigInteger value) {
    bits[2 * (power - LEAST)] = value.shiftRight(64).longValue();
    bits[2 * (power - LEAST) + 1] = value.longValue();
  }
}
