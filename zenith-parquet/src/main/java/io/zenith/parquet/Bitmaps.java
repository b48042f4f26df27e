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

  /// Sets bits to one value. Runs of levels are short, and there are millions: a slice for each is
  /// garbage wherever HotSpot does not compile all of this into its caller.
  static void fill(MemorySegment bits, long from, long count, boolean value) {
    long at = from;
    long end = from + count;
    while (at < end) {
      long place = at >>> 3;
      int first = (int) (at & 7);
      if (first == 0 && end - at >= Long.SIZE) {
        bits.set(Numbers.LONG, place, value ? -1L : 0L);
        at += Long.SIZE;
      } else {
        int some = (int) Math.min(8 - first, end - at);
        int mask = ((1 << some) - 1) << first;
        int eight = bits.get(Numbers.BYTE, place);
        bits.set(Numbers.BYTE, place, (byte) (value ? eight | mask : eight & ~mask));
        at += some;
      }
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
