package io.zenith.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Bitmaps in native memory, least significant bit first.
final class Bits {
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Bits() {}

  /// Bytes of a bitmap.
  static long bytes(long bits) {
    return Math.ceilDiv(bits, 8);
  }

  static boolean get(MemorySegment bits, long place) {
    return (bits.get(BYTE, place >> 3) >> (place & 7) & 1) != 0;
  }

  static void set(MemorySegment bits, long place) {
    bits.set(BYTE, place >> 3, (byte) (bits.get(BYTE, place >> 3) | 1 << (place & 7)));
  }

  static void clear(MemorySegment bits, long place) {
    bits.set(BYTE, place >> 3, (byte) (bits.get(BYTE, place >> 3) & ~(1 << (place & 7))));
  }

  /// Copies bits to any place of a bitmap that is zero from there on.
  static void copy(MemorySegment from, long place, MemorySegment to, long target, long count) {
    long done = 0;
    if ((target & 7) == 0) {
      int shift = (int) (place & 7);
      long source = place >> 3;
      long at = target >> 3;
      for (; done + Long.SIZE <= count; done += Long.SIZE, source += 8, at += 8) {
        long bits = from.get(LONG, source) >>> shift;
        if (shift != 0) {
          bits |= (long) from.get(BYTE, source + 8) << (Long.SIZE - shift);
        }
        to.set(LONG, at, bits);
      }
    }
    for (; done < count; done++) {
      if (get(from, place + done)) {
        set(to, target + done);
      }
    }
  }

  /// How many of the first bits are ones; those behind them in their last byte are zeros.
  static long ones(MemorySegment bits, long count) {
    long ones = 0;
    long bytes = bytes(count);
    long at = 0;
    for (; at + 8 <= bytes; at += 8) {
      ones += Long.bitCount(bits.get(LONG, at));
    }
    for (; at < bytes; at++) {
      ones += Integer.bitCount(bits.get(BYTE, at) & 0xFF);
    }
    return ones;
  }
}
