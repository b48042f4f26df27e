package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Reads numbers in runs of one value, and in packs of so many bits each: levels, indices of
/// dictionaries, truth values.
///
/// The source: Apache Parquet, `Encodings.md`, "RLE / Bit-Packing Hybrid".
final class RunReader {
  private static final int MOST_BITS = 32;
  private static final int VARINT_BITS = 35;

  private final MemorySegment bytes;
  private final int bits;
  private final Place place;
  private long at;

  /// Numbers left in the current run.
  private long left;

  private boolean isPacked;
  private int value;

  /// The place of the next bit of a pack.
  private long bit;

  /// @param bytes native memory
  /// @param bits of a number, 0 to 32
  RunReader(MemorySegment bytes, int bits, Place place) {
    if (bits > MOST_BITS) {
      throw place.malformed("numbers of " + bits + " bits", "at most " + MOST_BITS);
    }
    this.bytes = bytes;
    this.bits = bits;
    this.place = place;
  }

  /// Reads numbers.
  void read(int[] target, int count) {
    int done = 0;
    while (done < count) {
      int size = (int) Math.min(next(), count - done);
      if (isPacked) {
        unpack(target, done, size);
      } else {
        Arrays.fill(target, done, done + size, value);
      }
      left -= size;
      done += size;
    }
  }

  /// Reads numbers of one bit.
  ///
  /// @param target bits behind the first ones are cleared
  void readBits(MemorySegment target, long from, int count) {
    int done = 0;
    while (done < count) {
      int size = (int) Math.min(next(), count - done);
      if (isPacked) {
        Bitmaps.copy(bytes, bit, target, from + done, size);
        bit += size;
      } else {
        Bitmaps.fill(target, from + done, size, value != 0);
      }
      left -= size;
      done += size;
    }
  }

  /// Passes over numbers.
  void skip(int count) {
    int done = 0;
    while (done < count) {
      int size = (int) Math.min(next(), count - done);
      bit += isPacked ? (long) size * bits : 0;
      left -= size;
      done += size;
    }
  }

  /// Passes over numbers of one bit.
  ///
  /// @return how many are 1
  int skipBits(int count) {
    int done = 0;
    long found = 0;
    while (done < count) {
      int size = (int) Math.min(next(), count - done);
      if (isPacked) {
        found += Bitmaps.count(bytes, bit, size);
        bit += size;
      } else {
        found += value == 0 ? 0 : size;
      }
      left -= size;
      done += size;
    }
    return (int) found;
  }

  /// How many numbers the current run has left, or the next one if it is at its end.
  private long next() {
    while (left == 0) {
      long head = varint();
      isPacked = (head & 1) == 1;
      if (isPacked) {
        // The last pack may be cut off behind the last number.
        long size = Math.min((head >>> 1) * bits, bytes.byteSize() - at);
        left = bits == 0 ? (head >>> 1) * 8 : size * 8 / bits;
        bit = at * 8;
        at += size;
      } else {
        left = head >>> 1;
        value = value();
      }
    }
    return left;
  }

  private int value() {
    int found = 0;
    for (int shift = 0; shift < bits; shift += 8) {
      found |= next8() << shift;
    }
    if (bits < MOST_BITS && found >>> bits != 0) {
      throw place.malformed("a run of " + found, "a number of " + bits + " bits");
    }
    return found;
  }

  private long varint() {
    long found = 0;
    for (int shift = 0; shift < VARINT_BITS; shift += 7) {
      long next = next8();
      found |= (next & 0x7F) << shift;
      if (next < 0x80) {
        return found;
      }
    }
    throw place.malformed("the head of a run of more than 5 bytes", "fewer");
  }

  private int next8() {
    if (at >= bytes.byteSize()) {
      throw place.malformed("runs that end at byte " + at, "more numbers");
    }
    return bytes.get(Numbers.BYTE, at++) & 0xFF;
  }

  /// Unpacks numbers, as many with one load as surely are in 64 bits that begin with any bit of a
  /// byte.
  private void unpack(int[] target, int at, int count) {
    int end = at + count;
    int next = at;
    if (bits == 0) {
      Arrays.fill(target, at, end, 0);
      next = end;
    } else if (bits <= 7) {
      next = unpackEight(target, next, end);
    } else if (bits <= 14) {
      next = unpackFour(target, next, end);
    } else if (bits <= 28) {
      next = unpackTwo(target, next, end);
    }
    while (next < end) {
      target[next++] = unpack();
    }
  }

  /// How many numbers may be unpacked before a load reaches beyond the bytes.
  private long inBounds() {
    long last = bytes.byteSize() - Long.BYTES;
    return ((last << 3) - bit) / bits;
  }

  private int unpackEight(int[] target, int at, int end) {
    int next = at;
    int last = (int) Math.min(end, at + inBounds()) - 8;
    int mask = (1 << bits) - 1;
    long from = bit;
    for (; next <= last; next += 8) {
      long word = bytes.get(Numbers.LONG, from >>> 3) >>> (from & 7);
      target[next] = (int) word & mask;
      target[next + 1] = (int) (word >>> bits) & mask;
      target[next + 2] = (int) (word >>> (2 * bits)) & mask;
      target[next + 3] = (int) (word >>> (3 * bits)) & mask;
      target[next + 4] = (int) (word >>> (4 * bits)) & mask;
      target[next + 5] = (int) (word >>> (5 * bits)) & mask;
      target[next + 6] = (int) (word >>> (6 * bits)) & mask;
      target[next + 7] = (int) (word >>> (7 * bits)) & mask;
      from += 8L * bits;
    }
    bit = from;
    return next;
  }

  private int unpackFour(int[] target, int at, int end) {
    int next = at;
    int last = (int) Math.min(end, at + inBounds()) - 4;
    int mask = (1 << bits) - 1;
    long from = bit;
    for (; next <= last; next += 4) {
      long word = bytes.get(Numbers.LONG, from >>> 3) >>> (from & 7);
      target[next] = (int) word & mask;
      target[next + 1] = (int) (word >>> bits) & mask;
      target[next + 2] = (int) (word >>> (2 * bits)) & mask;
      target[next + 3] = (int) (word >>> (3 * bits)) & mask;
      from += 4L * bits;
    }
    bit = from;
    return next;
  }

  private int unpackTwo(int[] target, int at, int end) {
    int next = at;
    int last = (int) Math.min(end, at + inBounds()) - 2;
    int mask = (1 << bits) - 1;
    long from = bit;
    for (; next <= last; next += 2) {
      long word = bytes.get(Numbers.LONG, from >>> 3) >>> (from & 7);
      target[next] = (int) word & mask;
      target[next + 1] = (int) (word >>> bits) & mask;
      from += 2L * bits;
    }
    bit = from;
    return next;
  }

  private int unpack() {
    long from = bit >>> 3;
    long word;
    if (from <= bytes.byteSize() - Long.BYTES) {
      word = bytes.get(Numbers.LONG, from);
    } else {
      word = 0;
      for (int i = 0; from + i < bytes.byteSize(); i++) {
        word |= (bytes.get(Numbers.BYTE, from + i) & 0xFFL) << (8 * i);
      }
    }
    int found = (int) ((word >>> (bit & 7)) & ((1L << bits) - 1));
    bit += bits;
    return found;
  }
}
