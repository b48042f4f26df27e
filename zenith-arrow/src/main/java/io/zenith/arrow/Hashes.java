package io.zenith.arrow;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Digests of the platform.
final class Hashes {
  private Hashes() {}

  /// A new SHA-256.
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
