package io.zenith.csv;

/// Where bytes of some value are in text: a bit for each byte, sixty-four in a `long`.
final class Marks {
  /// Bytes that one mark of text is for.
  static final int BLOCK = 64;

  /// Blocks that are looked at together at most: they and their marks lie in the first cache, and a
  /// byte counts as many as they have words.
  static final int MOST_BLOCKS = 31;

  /// Words of a block.
  static final int WORDS = BLOCK / Long.BYTES;

  private static final long LOW_HALF = 0xffff_ffffL;

  private final long[] words = new long[MOST_BLOCKS * WORDS];

  /// Finds a value in some blocks, whose marks can be asked for then.
  void find(ByteValue value, byte[] text, int from, int blocks) {
    for (int i = 0; i < blocks * WORDS; i++) {
      words[i] = Words.gather(value.in(Words.at(text, from + i * Long.BYTES)));
    }
  }

  /// Finds either of two values.
  ///
  /// @return how many there are of the other one
  int find(ByteValue one, ByteValue other, byte[] text, int from, int blocks) {
    long counts = 0;
    for (int i = 0; i < blocks * WORDS; i++) {
      long word = Words.at(text, from + i * Long.BYTES);
      long others = other.in(word);
      words[i] = Words.gather(one.in(word) | others);
      counts += Words.ones(others);
    }
    return Words.sum(counts);
  }

  /// Finds two values, each for itself: [#eachOf] has their marks.
  void findEach(ByteValue one, ByteValue other, byte[] text, int from, int blocks) {
    for (int i = 0; i < blocks * WORDS; i++) {
      long word = Words.at(text, from + i * Long.BYTES);
      words[i] = Words.gather(one.in(word)) | Words.gather(other.in(word)) << Integer.SIZE;
    }
  }

  /// The marks of a block.
  long ofBlock(int block) {
    int at = block * WORDS;
    return ofHalf(at) | ofHalf(at + WORDS / 2) << Integer.SIZE;
  }

  /// The marks of the one value and of the other in a block.
  void eachOf(int block, long[] ones, long[] others) {
    int at = block * WORDS;
    long first = ofHalf(at);
    long second = ofHalf(at + WORDS / 2);
    ones[block] = (first & LOW_HALF) | second << Integer.SIZE;
    others[block] = first >>> Integer.SIZE | (second & ~LOW_HALF);
  }

  private long ofHalf(int at) {
    return words[at] | words[at + 1] << 8 | words[at + 2] << 16 | words[at + 3] << 24;
  }
}
