package io.zenith;

import java.math.BigInteger;

/// The hash of receipts, word for word as `docs/proof.md` defines it.
final class ReceiptHash {
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(64);

  private ReceiptHash() {}

  static BigInteger of(long epoch, long position, long file, long row) {
    BigInteger lower =
        lower(
            lower(number(epoch).add(hex("3c6ef372fe94f82b")))
                .add(hex("510e527fade682d1").multiply(number(file)))
                .add(number(row))
                .add(hex("bb67ae8584caa73b").multiply(number(position))));
    BigInteger upper =
        upper(
            upper(number(epoch).add(hex("a54ff53a5f1d36f1")))
                .add(hex("9b05688c2b3e6c1f").multiply(number(file)))
                .add(hex("6a09e667f3bcc908").multiply(number(row)))
                .add(number(position)));
    return upper.shiftLeft(64).add(lower);
  }

  private static BigInteger number(long value) {
    return BigInteger.valueOf(value);
  }

  private static BigInteger hex(String digits) {
    return new BigInteger(digits, 16);
  }

  private static BigInteger lower(BigInteger x) {
    return mix(x, 33, "ff51afd7ed558ccd", 33, "c4ceb9fe1a85ec53", 33);
  }

  private static BigInteger upper(BigInteger x) {
    return mix(x, 30, "bf58476d1ce4e5b9", 27, "94d049bb133111eb", 31);
  }

  private static BigInteger mix(BigInteger x, int a, String first, int b, String second, int c) {
    BigInteger hash = x.mod(MODULUS);
    hash = hash.xor(hash.shiftRight(a)).multiply(hex(first)).mod(MODULUS);
    hash = hash.xor(hash.shiftRight(b)).multiply(hex(second)).mod(MODULUS);
    return hash.xor(hash.shiftRight(c));
  }
}
