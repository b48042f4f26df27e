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

  /// What [#number()] gives for a name; that of some other key if it is none.
  static long number(String name) {
    return name.length() < Long.BYTES * 2
        ? 0
        : Long.parseUnsignedLong(name.substring(0, Long.BYTES * 2), 16);
  }

  /// The text.
  @Override
  public String toString() {
    return new String(text, StandardCharsets.UTF_8);
  }
}
