package io.zenith.csv;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A word of at most eight ASCII letters, which text may spell in upper and lower case.
///
/// @param letters the letters in lower case, at the end of the word
/// @param length how many there are
record Keyword(long letters, int length) {
  private static final long LOWER_CASE = Words.repeat((byte) 0x20);

  static Keyword of(String word) {
    byte[] letters = Arrays.copyOf(word.getBytes(StandardCharsets.US_ASCII), Long.BYTES);
    return new Keyword(Words.at(letters, 0) << unused(word.length()), word.length());
  }

  /// Whether text is this word.
  boolean is(byte[] text, int from, int to) {
    return to - from == length && (Words.at(text, from) | LOWER_CASE) << unused(length) == letters;
  }

  private static int unused(int length) {
    return Long.SIZE - length * Byte.SIZE;
  }
}
