package io.zenith.internal.layout;

import java.lang.foreign.MemorySegment;

/// Checks that bytes are well-formed UTF-8 (Unicode standard, table 3-7): no overlong forms, no
/// surrogates, nothing above U+10FFFF.
final class Utf8 {
  private static final long NOT_ASCII = 0x8080808080808080L;

  private Utf8() {}

  static boolean isContinuation(byte value) {
    return (value & 0xC0) == 0x80;
  }

  /// The place of the first byte that begins no character, or -1 if all of `[from, to)` is
  /// well-formed.
  static long firstInvalid(MemorySegment bytes, long from, long to) {
    long at = from;
    while (at < to) {
      if (at + 8 <= to && (bytes.get(Layouts.LONG, at) & NOT_ASCII) == 0) {
        at += 8;
        continue;
      }
      int length = characterLength(bytes, at, to);
      if (length == 0) {
        return at;
      }
      at += length;
    }
    return -1;
  }

  /// Bytes of the character at `at`, or 0 if there is none.
  private static int characterLength(MemorySegment bytes, long at, long to) {
    int lead = bytes.get(Layouts.BYTE, at) & 0xFF;
    if (lead < 0x80) {
      return 1;
    }
    int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || to - at < length) {
      return 0;
    }
    int second = bytes.get(Layouts.BYTE, at + 1) & 0xFF;
    int low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < low || second > high) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if (!isContinuation(bytes.get(Layouts.BYTE, at + i))) {
        return 0;
      }
    }
    return length;
  }
}
