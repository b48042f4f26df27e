package io.zenith.internal.cache;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// What tells one entry of a cache from all others: everything that its bytes depend on, as text.
/// An entry holds the text itself; its file is named by a hash of it, so that nothing that stands
/// in a key can be a path.
public final class CacheKey {
  private final byte[] text;
  private final byte[] hash;

  /// A key of lines that say what the entry is made of.
  public CacheKey(String text) {
    this.text = text.getBytes(StandardCharsets.UTF_8);
    this.hash = sha256(this.text);
  }

  private static byte[] sha256(byte[] text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /// The text in UTF-8.
  byte[] text() {
    return text;
  }

  /// The name of its file: 64 hexadecimal digits.
  String name() {
    return HexFormat.of().formatHex(hash);
  }

  /// The beginning of its hash.
  public long number() {
    return ByteBuffer.wrap(hash).getLong();
  }

  /// What [#number()] gives for a name; anything for one that no key has, as of a file that
  /// somebody else has put there.
  static long number(String name) {
    try {
      return Long.parseUnsignedLong(name, 0, Math.min(name.length(), 2 * Long.BYTES), 16);
    } catch (NumberFormatException _) {
      return 0;
    }
  }

  /// The text.
  @Override
  public String toString() {
    return new String(text, StandardCharsets.UTF_8);
  }
}
