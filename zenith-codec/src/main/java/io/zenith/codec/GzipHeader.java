package io.zenith.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.zip.CRC32;

/// The header of a member of gzip, of which nothing is of use but where it ends.
final class GzipHeader {
  private static final int MAGIC = 0x8B1F;
  private static final int DEFLATE = 8;

  private static final int HEADER_CHECKSUM = 1 << 1;
  private static final int EXTRA = 1 << 2;
  private static final int NAME = 1 << 3;
  private static final int COMMENT = 1 << 4;
  private static final int RESERVED = 7 << 5;

  /// Time, flags of the compressor, system.
  private static final int UNUSED_BYTES = 6;

  private GzipHeader() {}

  /// Passes over a header, which must begin here.
  static void skip(Cursor cursor, MemorySegment source) throws CorruptDataException {
    long start = cursor.offset();
    long magic = cursor.unsigned(2);
    int method = cursor.int8();
    if (magic != MAGIC || method != DEFLATE) {
      throw new CorruptDataException(
          start,
          "0x" + HexFormat.of().toHexDigits(magic | (long) method << 16, 6),
          "a member of gzip, 0x088b1f");
    }
    int flags = cursor.int8();
    if ((flags & RESERVED) != 0) {
      throw new CorruptDataException(
          cursor.offset() - 1, "flags 0x" + Integer.toHexString(flags), "at most 0x1f");
    }
    cursor.skip(UNUSED_BYTES, "a header");
    if ((flags & EXTRA) != 0) {
      cursor.skip(cursor.unsigned(2), "an extra field");
    }
    if ((flags & NAME) != 0) {
      skipText(cursor);
    }
    if ((flags & COMMENT) != 0) {
      skipText(cursor);
    }
    if ((flags & HEADER_CHECKSUM) != 0) {
      verify(cursor, source, start);
    }
  }

  private static void skipText(Cursor cursor) throws CorruptDataException {
    int next;
    do {
      next = cursor.int8();
    } while (next != 0);
  }

  /// The checksum of a header is half of one; it is made byte by byte, as native code must not
  /// touch a mapping.
  private static void verify(Cursor cursor, MemorySegment source, long start)
      throws CorruptDataException {
    CRC32 whole = new CRC32();
    for (long at = start; at < cursor.offset(); at++) {
      whole.update(source.get(ValueLayout.JAVA_BYTE, at));
    }
    long expected = whole.getValue() & 0xFFFF;
    long found = cursor.unsigned(2);
    if (found != expected) {
      throw new CorruptDataException(
          cursor.offset() - 2,
          "checksum of the header 0x" + Long.toHexString(found),
          "0x" + Long.toHexString(expected));
    }
  }
}
