package io.zenith.codec;

import java.util.OptionalLong;
import net.jpountz.xxhash.XXHashFactory;

/// The header of an LZ4 frame.
///
/// @param independentBlocks whether matches stay inside their block
/// @param blockChecksums whether a checksum follows each block
/// @param contentChecksum whether a checksum follows the last block
/// @param contentSize how many bytes the frame gives, unsigned, if it says so
/// @param maxBlockSize the most bytes of a block, compressed or not
record Lz4FrameHeader(
    boolean independentBlocks,
    boolean blockChecksums,
    boolean contentChecksum,
    OptionalLong contentSize,
    int maxBlockSize) {
  /// The first four bytes.
  static final int MAGIC = 0x184D2204;

  private static final int LEGACY_MAGIC = 0x184C2102;

  static final int VERSION = 1 << 6;
  static final int INDEPENDENT_BLOCKS = 1 << 5;
  static final int CONTENT_SIZE = 1 << 3;
  private static final int VERSION_BITS = 3 << 6;
  private static final int BLOCK_CHECKSUMS = 1 << 4;
  private static final int CONTENT_CHECKSUM = 1 << 2;
  private static final int DICTIONARY = 1;

  /// Bytes from the flags on, with everything but a dictionary.
  private static final int MOST_BYTES = 10;

  /// Reads a header that must begin here.
  static Lz4FrameHeader read(Cursor cursor) throws CorruptDataException {
    long start = cursor.offset();
    int magic = cursor.int32();
    if (magic != MAGIC) {
      String found = magic == LEGACY_MAGIC ? "a legacy frame" : "0x" + Integer.toHexString(magic);
      throw new CorruptDataException(start, found, "an LZ4 frame, 0x" + Integer.toHexString(MAGIC));
    }
    byte[] bytes = new byte[MOST_BYTES];
    int flags = cursor.int8();
    int sizes = cursor.int8();
    bytes[0] = (byte) flags;
    bytes[1] = (byte) sizes;
    int used = 2;
    OptionalLong contentSize = OptionalLong.empty();
    if ((flags & CONTENT_SIZE) != 0) {
      long size = cursor.unsigned(Long.BYTES);
      HeapWindow.LONG.set(bytes, used, size);
      used += Long.BYTES;
      contentSize = OptionalLong.of(size);
    }
    verify(flags, sizes, cursor);
    int checksum = checksum(bytes, used);
    if (cursor.int8() != checksum) {
      throw new CorruptDataException(
          cursor.offset() - 1,
          "a wrong checksum of the header",
          "0x" + Integer.toHexString(checksum));
    }
    return new Lz4FrameHeader(
        (flags & INDEPENDENT_BLOCKS) != 0,
        (flags & BLOCK_CHECKSUMS) != 0,
        (flags & CONTENT_CHECKSUM) != 0,
        contentSize,
        1 << (8 + 2 * (sizes >>> 4)));
  }

  private static void verify(int flags, int sizes, Cursor cursor) throws CorruptDataException {
    if ((flags & VERSION_BITS) != VERSION || (flags & 2) != 0) {
      throw cursor.corrupt("flags 0x" + Integer.toHexString(flags), "version 1 of LZ4 frames");
    }
    if ((flags & DICTIONARY) != 0) {
      long id = cursor.unsigned(Integer.BYTES);
      throw cursor.corrupt("a frame that needs dictionary " + id, "a frame without dictionary");
    }
    int code = sizes >>> 4;
    if (code < 4 || code > 7 || (sizes & 15) != 0) {
      throw cursor.corrupt(
          "block size code 0x" + Integer.toHexString(sizes), "0x40, 0x50, 0x60 or 0x70");
    }
  }

  /// The second byte of a hash over the header, from the flags on.
  static int checksum(byte[] bytes, int length) {
    return XXHashFactory.safeInstance().hash32().hash(bytes, 0, length, 0) >>> 8 & 0xFF;
  }
}
