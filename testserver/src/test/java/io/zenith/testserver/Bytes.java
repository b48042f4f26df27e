package io.zenith.testserver;

import java.util.Arrays;
import java.util.SplittableRandom;

/// Contents of objects.
final class Bytes {
  private Bytes() {}

  static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  /// The bytes from the first to the last of a range, as HTTP counts them.
  static byte[] range(byte[] bytes, int first, int last) {
    return Arrays.copyOfRange(bytes, first, last + 1);
  }
}
