package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;

/// Reads whole numbers of encoding DELTA_BINARY_PACKED.
///
/// The source: Apache Parquet, `Encodings.md`, "Delta Encoding".
final class DeltaReader {
  private static final int VARINT_BITS = 70;

  private final MemorySegment bytes;
  private final Place place;
  private final int blockSize;
  private final int packs;
  private final int packSize;

  /// How many numbers there are.
  private final int total;

  private final int[] widths;
  private long at;
  private int read;
  private long last;
  private long least;

  /// The pack that comes next in the current block.
  private int pack;

  private int leftInPack;
  private long bit;

  /// @param bytes native memory
  DeltaReader(MemorySegment bytes, Place place) {
    this.bytes = bytes;
    this.place = place;
    long size = varint();
    long count = varint();
    long values = varint();
    this.last = zigzag();
    if (size <= 0 || size > 1 << 20 || size % 128 != 0) {
      throw place.malformed("blocks of " + size + " values", "a multiple of 128");
    }
    if (count <= 0 || count > size / 32 || size % count != 0 || size / count % 32 != 0) {
      throw place.malformed(count + " packs a block", "packs of a multiple of 32 values");
    }
    if (values < 0 || values > Integer.MAX_VALUE) {
      throw place.malformed(values + " values", "0 to 2^31 - 1");
    }
    this.blockSize = (int) size;
    this.packs = (int) count;
    this.packSize = blockSize / packs;
    this.total = (int) values;
    this.widths = new int[packs];
    this.pack = packs;
  }

  /// How many numbers there are.
  int total() {
    return total;
  }

  /// Reads the next numbers. Sums wrap around.
  void read(long[] target, int count) {
    if (count > total - read) {
      throw place.malformed(total - read + " values", Integer.toString(count));
    }
    for (int i = 0; i < count; i++) {
      target[i] = next();
    }
  }

  private long next() {
    if (read++ == 0) {
      return last;
    }
    if (leftInPack == 0) {
      beginPack();
    }
    leftInPack--;
    last += least + unpack(widths[pack - 1]);
    return last;
  }

  private void beginPack() {
    if (pack == packs) {
      least = zigzag();
      for (int i = 0; i < packs; i++) {
        widths[i] = next8();
      }
      pack = 0;
    }
    // The widths of packs that have no values may be anything.
    int width = widths[pack++];
    if (width > Long.SIZE) {
      throw place.malformed("numbers of " + width + " bits", "at most " + Long.SIZE);
    }
    bit = at * 8L;
    // Of the last pack nothing may be stored behind the last number.
    at = Math.min(bytes.byteSize(), at + (long) packSize / 8 * width);
    leftInPack = packSize;
  }

  private long unpack(int width) {
    if (bit + width > bytes.byteSize() * 8) {
      throw place.malformed("the end", "more values");
    }
    long found = 0;
    for (int done = 0; done < width; ) {
      int shift = (int) (bit & 7);
      int size = Math.min(8 - shift, width - done);
      int eight = bytes.get(Numbers.BYTE, bit >>> 3) & 0xFF;
      long part = (eight >>> shift) & ((1L << size) - 1);
      found |= part << done;
      done += size;
      bit += size;
    }
    return found;
  }

  /// Where numbers end, and what follows them in the page begins.
  static long end(MemorySegment bytes, Place place) {
    DeltaReader walk = new DeltaReader(bytes, place);
    for (int left = walk.total - 1; left > 0; left -= walk.packSize) {
      walk.beginPack();
    }
    return walk.at;
  }

  private long zigzag() {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
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
    throw place.malformed("a number of more than 10 bytes", "fewer");
  }

  private int next8() {
    if (at >= bytes.byteSize()) {
      throw place.malformed("the end", "more values");
    }
    return bytes.get(Numbers.BYTE, at++) & 0xFF;
  }
}
