package io.zenith.parquet;

import java.lang.foreign.MemorySegment;

/// Bits as Arrow and Parquet pack them: the first one is the lowest of the first byte.
final class Bitmaps {
  private Bitmaps() {}

  /// Bytes of so many bits.
  static long bytes(long bits) {
    return Math.ceilDiv(bits, 8);
  }

  static boolean get(MemorySegment bits, long place) {
    int eight = bits.get(Numbers.BYTE, place >>> 3);
    return ((eight >>> (place & 7)) & 1) != 0;
  }

  static void set(MemorySegment bits, long place, boolean value) {
    int eight = bits.get(Numbers.BYTE, place >>> 3);
    int bit = 1 << (place & 7);
    bits.set(Numbers.BYTE, place >>> 3, (byte) (value ? eight | bit : eight & ~bit));
  }

  /// Sets bits to one value.
  static void fill(MemorySegment bits, long from, long count, boolean value) {
    long at = from;
    long end = from + count;
    while (at < end && (at & 7) != 0) {
      set(bits, at++, value);
    }
    long whole = (end - at) >>> 3;
    if (whole > 0) {
      bits.asSlice(at >>> 3, whole).fill((byte) (value ? -1 : 0));
      at += whole << 3;
    }
    while (at < end) {
      set(bits, at++, value);
    }
  }

  /// The bytes of the first bits, behind which the last byte is cleared: memory is not, when it is
  /// given out.
  static MemorySegment first(MemorySegment bits, long count) {
    MemorySegment first = bits.asSlice(0, bytes(count));
    fill(first, count, first.byteSize() * 8 - count, false);
    return first;
  }

  /// Copies bits.
  static void copy(MemorySegment source, long from, MemorySegment target, long to, long count) {
    long done = 0;
    while (done < count && ((to + done) & 7) != 0) {
      set(target, to + done, get(source, from + done));
      done++;
    }
    int shift = (int) ((from + done) & 7);
    // Nine bytes hold 64 bits that begin with any bit of the first.
    long last = Math.min(count - Long.SIZE, ((source.byteSize() - 9) << 3) - from);
    for (; done <= last; done += Long.SIZE) {
      long at = (from + done) >>> 3;
      long word = source.get(Numbers.LONG, at) >>> shift;
      if (shift > 0) {
        word |= (long) source.get(Numbers.BYTE, at + Long.BYTES) << (Long.SIZE - shift);
      }
      target.set(Numbers.LONG, (to + done) >>> 3, word);
    }
    for (; done < count; done++) {
      set(target, to + done, get(source, from + done));
    }
  }

  /// How many bits are set.
  static long count(MemorySegment bits, long from, long count) {
    long found = 0;
    long at = from;
    long end = from + count;
    while (at < end && (at & 7) != 0) {
      found += get(bits, at++) ? 1 : 0;
    }
    for (; at <= end - Long.SIZE; at += Long.SIZE) {
      found += Long.bitCount(bits.get(Numbers.LONG, at >>> 3));
    }
    while (at < end) {
      found += get(bits, at++) ? 1 : 0;
    }
    return found;
  }
}
