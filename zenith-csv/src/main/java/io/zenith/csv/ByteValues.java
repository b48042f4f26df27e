package io.zenith.csv;

/// One or two values of bytes that are looked for in text.
///
/// The loops have no branch, and no step but a sum needs the one before, so that the compiler does
/// four or eight words at a time, as the processor can.
///
/// @param value a word of the one
/// @param other a word of the other
record ByteValues(long value, long other) {

  static ByteValues of(byte value) {
    return of(value, value);
  }

  static ByteValues of(byte value, byte other) {
    return new ByteValues(Words.repeat(value), Words.repeat(other));
  }

  /// Whether it is but one value.
  boolean areSame() {
    return value == other;
  }

  /// The highest bit of each byte of a word that has one of the values, and no other bit.
  long in(long word) {
    return Words.equal(word, value) | Words.equal(word, other);
  }

  /// Whether there are any in some blocks.
  boolean areIn(byte[] text, int from, int blocks) {
    long any = 0;
    for (int i = 0; i < blocks * Marks.WORDS; i++) {
      long word = Words.at(text, from + i * Long.BYTES);
      any |= Words.anyEqual(word, value) | Words.anyEqual(word, other);
    }
    return any != 0;
  }

  /// How many there are in some blocks.
  int count(byte[] text, int from, int blocks) {
    int count = 0;
    for (int i = 0; i < blocks * Marks.WORDS; i++) {
      long word = Words.at(text, from + i * Long.BYTES);
      count += Long.bitCount(in(word));
    }
    return count;
  }

  /// How many there are in some blocks with another byte before them, or none.
  ///
  /// @param follows whether the first byte has one of these before it
  int countRuns(byte[] text, int from, int blocks, boolean follows) {
    long first = in(Words.at(text, from));
    int count = Long.bitCount(first & ~((first << Byte.SIZE) | (follows ? 0x80 : 0)));
    for (int i = 1; i < blocks * Marks.WORDS; i++) {
      int at = from + i * Long.BYTES;
      count += Long.bitCount(in(Words.at(text, at)) & ~in(Words.at(text, at - 1)));
    }
    return count;
  }
}
