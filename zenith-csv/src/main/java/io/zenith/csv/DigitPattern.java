package io.zenith.csv;

import java.nio.charset.StandardCharsets;

/// At most eight characters of text, some of them digits and the others given, such as `00:00`.
///
/// @param pattern its characters
/// @param extent all bits of them
/// @param sixes six for each digit
/// @param others the bits that no digit has, and all bits of other characters
record DigitPattern(long pattern, long extent, long sixes, long others) {
  /// A pattern in which `0` stands for any digit. What follows it in a text may be anything.
  static DigitPattern of(String pattern) {
    long word = 0;
    long extent = 0;
    long sixes = 0;
    long others = 0;
    byte[] characters = pattern.getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < characters.length; i++) {
      boolean digit = characters[i] == '0';
      int shift = i * Byte.SIZE;
      word |= (long) characters[i] << shift;
      extent |= 0xffL << shift;
      sixes |= (digit ? 6L : 0) << shift;
      others |= (digit ? 0xf0L : 0xffL) << shift;
    }
    return new DigitPattern(word, extent, sixes, others);
  }

  /// The digits of the text from a place on, as [Digits] has them, and zeros between and behind
  /// them: if the text [#fits].
  long digits(byte[] text, int place) {
    return (Words.at(text, place) ^ pattern) & extent;
  }

  /// Whether text from which [#digits] made this has the pattern.
  boolean fits(long digits) {
    return (((digits + sixes) | digits) & others) == 0;
  }

  /// The number that the digits at some place of the pattern and the next are.
  static int pair(long pairs, int place) {
    return (int) (pairs >>> (place * Byte.SIZE)) & 0xff;
  }
}
