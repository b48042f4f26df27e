package io.zenith.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Eight bytes of text at a time, as a `long` whose lowest byte comes first.
final class Words {
  /// How many bytes can be read behind the end of any field: words that reach beyond it need no
  /// check. What they hold means nothing. A block and a word.
  static final int SLACK = 72;

  /// Bits that no word of ASCII has.
  static final long NOT_ASCII = repeat((byte) 0x80);

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long LOW = 0x7f7f_7f7f_7f7f_7f7fL;

  private Words() {}

  /// The eight bytes from a place on.
  static long at(byte[] text, int place) {
    return (long) WORDS.get(text, place);
  }

  /// Sets the eight bytes from a place on.
  static void put(byte[] text, int place, long word) {
    WORDS.set(text, place, word);
  }

  /// A word of one byte.
  static long repeat(byte value) {
    return (value & 0xff) * ONES;
  }

  /// The highest bit of each byte in which both words are equal, and no other bit.
  static long equal(long word, long other) {
    long difference = word ^ other;
    return ~(((difference & LOW) + LOW) | difference | LOW);
  }

  /// Has the highest bit of some byte if both words are equal in any; which, it does not say, and
  /// the other bits mean nothing.
  static long mayEqual(long word, long other) {
    long difference = word ^ other;
    return (difference - ONES) & ~difference;
  }

  /// Of the highest bit of each byte, the lowest.
  static long ones(long marks) {
    return marks >>> (Byte.SIZE - 1);
  }

  /// In each byte the sum of all up to it.
  static long sums(long bytes) {
    return bytes * ONES;
  }

  /// The sum of the bytes.
  static int sum(long bytes) {
    long pairs =
        (bytes & 0x00ff_00ff_00ff_00ffL) + ((bytes >>> Byte.SIZE) & 0x00ff_00ff_00ff_00ffL);
    return (int) ((pairs * 0x0001_0001_0001_0001L) >>> 48);
  }

  /// The highest bits of the bytes, as the lowest eight bits.
  ///
  /// @param marks a word in which no other bits are set
  static long gather(long marks) {
    // Bit 8i times bit 56 - 7i is bit 56 + i, and no two products meet.
    return ((marks >>> 7) * 0x0102_0408_1020_4080L) >>> 56;
  }

  /// For each bit, whether an odd number of bits is set up to it.
  static long prefixParity(long bits) {
    long parity = bits ^ (bits << 1);
    parity ^= parity << 2;
    parity ^= parity << 4;
    parity ^= parity << 8;
    parity ^= parity << 16;
    return parity ^ (parity << 32);
  }
}
