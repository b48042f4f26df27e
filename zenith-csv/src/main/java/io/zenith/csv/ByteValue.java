package io.zenith.csv;

/// A value of bytes that is looked for in text.
///
/// The loops have no branch, and no step but a sum needs the one before, so that the compiler does
/// four or eight words at a time, as the processor can. What is found is summed up byte by byte of
/// the words, as long as a byte can hold it.
///
/// @param repeated a word of it
record ByteValue(long repeated) {

  static ByteValue of(byte value) {
    return new ByteValue(Words.repeat(value));
  }

  /// The highest bit of each byte of a word that has the value, and no other bit.
  long in(long word) {
    return Words.equal(word, repeated);
  }

  /// Whether there are any in some blocks.
  boolean isIn(byte[] text, int from, int blocks) {
    long any = 0;
    for (int i = 0; i < blocks * Marks.WORDS; i++) {
      any |= Words.mayEqual(Words.at(text, from + i * Long.BYTES), repeated);
    }
    return (any & Words.NOT_ASCII) != 0;
  }

  /// Whether there are any of either value in some blocks.
  static boolean areIn(ByteValue one, ByteValue other, byte[] text, int from, int blocks) {
    long any = 0;
    for (int i = 0; i < blocks * Marks.WORDS; i++) {
      long word = Words.at(text, from + i * Long.BYTES);
      any |= Words.mayEqual(word, one.repeated) | Words.mayEqual(word, other.repeated);
    }
    return (any & Words.NOT_ASCII) != 0;
  }

  /// How many there are in some blocks with another byte before them, or none.
  ///
  /// @param follows whether the first byte has one of these before it
  int countRuns(byte[] text, int from, int blocks, boolean follows) {
    long first = in(Words.at(text, from));
    long counts = Words.ones(first & ~((first << Byte.SIZE) | (follows ? 0x80 : 0)));
    for (int i = 1; i < blocks * Marks.WORDS; i++) {
      int at = from + i * Long.BYTES;
      counts += Words.ones(in(Words.at(text, at)) & ~in(Words.at(text, at - 1)));
    }
    return Words.sum(counts);
  }
}
