package io.zenith.image;

/// Numbers in the bytes of an image.
///
/// @param bytes the bytes
@SuppressWarnings("ArrayRecordComponent") // never compared
record ImageBytes(byte[] bytes) {

  int length() {
    return bytes.length;
  }

  /// A byte.
  int u8(int at) {
    return bytes[at] & 0xFF;
  }

  /// Two bytes, the lower first.
  int u16(int at) {
    return u8(at) | u8(at + 1) << 8;
  }

  /// Two bytes, the higher first.
  int u16Big(int at) {
    return u8(at) << 8 | u8(at + 1);
  }

  /// Four bytes, the lowest first.
  int i32(int at) {
    return u16(at) | u16(at + 2) << 16;
  }

  /// Four bytes, the highest first.
  int i32Big(int at) {
    return u16Big(at) << 16 | u16Big(at + 2);
  }

  /// Whether a text of Latin letters stands there.
  boolean hasAt(int at, String text) {
    if (at + text.length() > bytes.length) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (u8(at + i) != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// Refuses bytes that end before a place.
  ///
  /// @param what is expected before it
  void require(long end, String what) throws BadImageException {
    if (end > bytes.length) {
      throw BadImageException.cut(bytes, what);
    }
  }
}
