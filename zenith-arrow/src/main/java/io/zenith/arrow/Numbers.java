package io.zenith.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Whole numbers as Arrow's buffers hold them: little-endian, at any address.
final class Numbers {
  static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Numbers() {}

  /// A number that is not negative: an offset, a size, an index, the end of a run.
  ///
  /// Widening without a sign is a need, not an economy: the compiler would join a load of 32 bits
  /// and its widening with a sign in one instruction that brings down the JVM if a mapped file is
  /// truncated.
  static long get(MemorySegment numbers, int width, long place) {
    return switch (width) {
      case 1 -> numbers.get(BYTE, place) & 0xFFL;
      case 2 -> numbers.get(SHORT, place << 1) & 0xFFFFL;
      case 4 -> numbers.get(INT, place << 2) & 0xFFFF_FFFFL;
      default -> numbers.get(LONG, place << 3);
    };
  }

  /// Stores the low bits of a number.
  static void set(MemorySegment numbers, int width, long place, long value) {
    switch (width) {
      case 1 -> numbers.set(BYTE, place, (byte) value);
      case 2 -> numbers.set(SHORT, place << 1, (short) value);
      case 4 -> numbers.set(INT, place << 2, (int) value);
      default -> numbers.set(LONG, place << 3, value);
    }
  }
}
