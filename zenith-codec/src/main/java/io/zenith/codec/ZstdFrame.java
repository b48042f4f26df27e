package io.zenith.codec;

import java.lang.foreign.MemorySegment;

/// Where a Zstandard frame ends, found by a walk over its header and the headers of its blocks.
///
/// Native code finds this too; but it does not tell where it failed, would take other formats, and
/// names no dictionary.
///
/// @param byteSize bytes of the frame
/// @param blocks where its first block begins in the frame
/// @param storedBytes how many bytes it gives if all its blocks are stored as they are and nothing
///   is left to check, else -1
record ZstdFrame(long byteSize, long blocks, long storedBytes) {
  private static final int MAGIC = 0xFD2FB528;

  private static final int RESERVED_BLOCK = 3;
  private static final int STORED_BLOCK = 0;
  private static final int RLE_BLOCK = 1;

  /// No block is larger, compressed or not.
  private static final int MAX_BLOCK_BYTES = 128 << 10;

  private static final int BLOCK_HEADER = 3;
  private static final long UNKNOWN = -1;

  /// Walks over a frame that must begin here.
  ///
  /// @param room the most bytes it may give
  static ZstdFrame read(Cursor cursor, long room) throws CorruptDataException {
    long start = cursor.offset();
    int magic = cursor.int32();
    if (magic != MAGIC) {
      throw new CorruptDataException(
          start,
          "0x" + Integer.toHexString(magic),
          "a Zstandard frame, 0x" + Integer.toHexString(MAGIC));
    }
    int descriptor = cursor.int8();
    if ((descriptor & 1 << 3) != 0) {
      throw cursor.corrupt("a reserved bit in the frame header", "0");
    }
    boolean singleSegment = (descriptor & 1 << 5) != 0;
    if (!singleSegment) {
      cursor.skip(1, "a window size");
    }
    long dictionary = cursor.unsigned(bytesOfDictionaryId(descriptor));
    if (dictionary != 0) {
      throw cursor.corrupt(
          "a frame that needs dictionary " + dictionary, "a frame without dictionary");
    }
    long size = contentSize(descriptor, singleSegment, room, cursor);
    long blocks = cursor.offset() - start;
    long stored = skipBlocks(cursor);
    if ((descriptor & 1 << 2) != 0) {
      cursor.skip(Integer.BYTES, "a checksum");
      stored = UNKNOWN;
    }
    boolean fits = stored <= room && (size == UNKNOWN || size == stored);
    return new ZstdFrame(cursor.offset() - start, blocks, fits ? stored : UNKNOWN);
  }

  private static int bytesOfDictionaryId(int descriptor) {
    int code = descriptor & 3;
    return code == 3 ? 4 : code;
  }

  private static long contentSize(int descriptor, boolean singleSegment, long room, Cursor cursor)
      throws CorruptDataException {
    int code = descriptor >>> 6;
    if (code == 0 && !singleSegment) {
      return UNKNOWN;
    }
    // Two bytes begin to count where one ends.
    long size = cursor.unsigned(1 << code) + (code == 1 ? 256 : 0);
    if (Long.compareUnsigned(size, room) > 0) {
      throw cursor.corrupt(
          "a frame of " + Long.toUnsignedString(size) + " bytes", "at most " + room);
    }
    return size;
  }

  /// Copies the blocks of a frame that has only stored ones.
  ///
  /// @param frame its bytes
  /// @return how many bytes were copied
  long copyStored(MemorySegment frame, MemorySegment target) throws CorruptDataException {
    Cursor cursor = new Cursor(frame);
    cursor.skip(blocks, "a header");
    long copied = 0;
    boolean last;
    do {
      int header = (int) cursor.unsigned(BLOCK_HEADER);
      last = (header & 1) != 0;
      int size = header >>> 3;
      long from = cursor.offset();
      cursor.skip(size, "a block");
      // A mapped file may have changed since the blocks were counted.
      if (size > target.byteSize() - copied) {
        throw cursor.corrupt("a block of " + size + " bytes", "as many as before");
      }
      MemorySegment.copy(frame, from, target, copied, size);
      copied += size;
    } while (!last);
    return copied;
  }

  /// How many bytes the blocks give if all are stored as they are, else -1.
  private static long skipBlocks(Cursor cursor) throws CorruptDataException {
    long stored = 0;
    boolean last;
    do {
      int header = (int) cursor.unsigned(BLOCK_HEADER);
      last = (header & 1) != 0;
      int type = header >>> 1 & 3;
      int size = header >>> 3;
      if (type == RESERVED_BLOCK || size > MAX_BLOCK_BYTES) {
        throw cursor.corrupt(
            "a block of type " + type + " and " + size + " bytes",
            "type 0 to 2 and at most " + MAX_BLOCK_BYTES + " bytes");
      }
      cursor.skip(type == RLE_BLOCK ? 1 : size, "a block");
      stored = type == STORED_BLOCK && stored != UNKNOWN ? stored + size : UNKNOWN;
    } while (!last);
    return stored;
  }
}
