package io.zenith.testkit;

import java.util.HexFormat;

/// The value of a binary column: bytes that compare by content and print as hexadecimal digits.
///
/// @param hex the digits
public record Bytes(String hex) {
  /// The value that holds these bytes.
  public static Bytes of(byte... bytes) {
    return new Bytes(HexFormat.of().formatHex(bytes));
  }

  /// The bytes.
  public byte[] toArray() {
    return HexFormat.of().parseHex(hex);
  }
}
