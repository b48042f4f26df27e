package io.zenith.csv;

import io.zenith.error.MalformedDataException;

/// Says that text is not UTF-8.
final class NotUtf8 {
  private NotUtf8() {}

  /// The error.
  ///
  /// @param place the file, the line and the column
  /// @param offset of the byte in the file
  static MalformedDataException of(String place, long offset, byte found) {
    return new MalformedDataException(
        place + ", offset " + offset,
        "a byte " + String.format("0x%02x", found),
        "UTF-8: convert a file that is Latin-1 or has another encoding");
  }
}
