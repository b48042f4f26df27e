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

  /// Which of two values are in some blocks.
  ///
  /// @return 1 for the one, 2 for the other, 3 for both, or 0
  static int whichAreIn(ByteValue one, ByteValue other, byte[] text, int from, int blocks) {
    long ones = 0;
    long others = 0;
    for (int i = 0; i < blocks * Marks.WORDS; i++) {
      long word = Words.at(text, from + i * Long.BYTES);
      ones |= Words.mayEqual(word, one.repeated);
      others |= Words.mayEqual(word, other.repeated);
    }
    return ((ones & Words.NOT_ASCII) == 0 ? 0 : 1) | ((others & Words.NOT_ASCII) == 0 ? 0 : 2);
  }

  /// How many there are in some blocks.
  int count(byte[] text, int from, int blocks) {
    long counts = 0;
    for (int i = 0; i < blocks * Marks.WORDS; i++) {
      counts += in(Words.at(text, from + i * Long.BYTES)) >>> (Byte.SIZE - 1);
    }
    return Words.sum(counts);
  }

  /// How many there are in some blocks with another byte before them, or none.
  ///
  /// @param follows whether the first byte has one of these before it
  int countRuns(byte[] text, int from, int blocks, boolean follows) {
    long first = in(Words.at(text, from));
    long counts = (first & ~((first << Byte.SIZE) | (follows ? 0x80 : 0))) >>> (Byte.SIZE - 1);
    for (int i = 1; i < blocks * Marks.WORDS; i++) {
      int at = from + i * Long.BYTES;
      counts += (in(Words.at(text, at)) & ~in(Words.at(text, at - 1))) >>> (Byte.SIZE - 1);
    }
    return Words.sum(counts);
  }
}
