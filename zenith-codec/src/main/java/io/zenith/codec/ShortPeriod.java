package io.zenith.codec;

/// Matches that go back by less than a word: what they repeat fits a word several times.
final class ShortPeriod {
  /// By a distance: the factor that repeats so many low bytes over a word.
  private static final long[] REPEAT = {
    0,
    0x0101010101010101L,
    0x0001000100010001L,
    0x0001000001000001L,
    0x0000000100000001L,
    0x0000010000000001L,
    0x0001000000000001L,
    0x0100000000000001L
  };

  /// By a distance, four bits each: its largest multiple up to 8.
  private static final int STEPS = 0x76586880;

  private ShortPeriod() {}

  /// The word that repeats bytes.
  ///
  /// @param at where they begin
  /// @param distance how many there are, 1 to 7
  static long word(byte[] bytes, int at, int distance) {
    return ((long) HeapWindow.LONG.get(bytes, at) & (1L << (distance << 3)) - 1) * REPEAT[distance];
  }

  /// How far behind such a word the same one may follow.
  static int step(int distance) {
    return STEPS >>> (distance << 2) & 15;
  }
}
