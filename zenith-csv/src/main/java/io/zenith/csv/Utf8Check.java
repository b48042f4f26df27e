package io.zenith.csv;

/// Finds bytes that are not UTF-8 (RFC 3629).
final class Utf8Check {
  private Utf8Check() {}

  /// The place of the first character that is not UTF-8, or -1.
  static int firstBad(byte[] text, int from, int to) {
    int at = from;
    while (at < to) {
      int lead = text[at];
      int length = length(lead & 0xff);
      if (length == 0 || at + length > to || !isSound(text, at, length)) {
        return at;
      }
      at += length;
    }
    return -1;
  }

  /// The bytes of a character that begins with this one, or 0.
  private static int length(int lead) {
    if (lead < 0x80) {
      return 1;
    }
    if (lead < 0xc2) {
      return 0;
    }
    if (lead < 0xe0) {
      return 2;
    }
    if (lead < 0xf0) {
      return 3;
    }
    return lead < 0xf5 ? 4 : 0;
  }

  private static boolean isSound(byte[] text, int at, int length) {
    int lead = text[at] & 0xff;
    for (int i = 1; i < length; i++) {
      if ((text[at + i] & 0xc0) != 0x80) {
        return false;
      }
    }
    int second = length == 1 ? 0 : text[at + 1] & 0xff;
    return switch (lead) {
      case 0xe0 -> second >= 0xa0; // shorter forms exist
      case 0xed -> second < 0xa0; // surrogates
      case 0xf0 -> second >= 0x90;
      case 0xf4 -> second < 0x90; // beyond U+10FFFF
      default -> true;
    };
  }
}
