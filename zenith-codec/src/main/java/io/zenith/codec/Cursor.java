package io.zenith.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Walks over the headers in compressed data, and says so when it ends too early.
final class Cursor {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// LZ4 and Zstandard share skippable frames: the last four bits of the magic number are free.
  private static final int SKIPPABLE = 0x184D2A50;

  private final MemorySegment source;
  private long offset;

  Cursor(MemorySegment source) {
    this.source = source;
  }

  long offset() {
    return offset;
  }

  long left() {
    return source.byteSize() - offset;
  }

  CorruptDataException corrupt(String found, String expected) {
    return new CorruptDataException(offset, found, expected);
  }

  private void require(long bytes, String what) throws CorruptDataException {
    if (bytes > left()) {
      throw corrupt("the end after " + left() + " bytes of " + what, bytes + " bytes");
    }
  }

  void skip(long bytes, String what) throws CorruptDataException {
    require(bytes, what);
    offset += bytes;
  }

  int int8() throws CorruptDataException {
    require(1, "a header");
    return source.get(ValueLayout.JAVA_BYTE, offset++) & 0xFF;
  }

  int int32() throws CorruptDataException {
    require(Integer.BYTES, "a header");
    int value = source.get(INT, offset);
    offset += Integer.BYTES;
    return value;
  }

  /// An unsigned number of some bytes, at most eight, the least first.
  long unsigned(int bytes) throws CorruptDataException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) int8() << (8 * i);
    }
    return value;
  }

  void requireInt32(int expected, String what) throws CorruptDataException {
    long start = offset;
    int value = int32();
    if (value != expected) {
      throw new CorruptDataException(
          start, what + " 0x" + Integer.toHexString(value), "0x" + Integer.toHexString(expected));
    }
  }

  /// Passes over a frame without content, if one begins here.
  boolean skippedFrame() throws CorruptDataException {
    if (left() < Integer.BYTES || (source.get(INT, offset) & ~0xF) != SKIPPABLE) {
      return false;
    }
    offset += Integer.BYTES;
    skip(Integer.toUnsignedLong(int32()), "a skippable frame");
    return true;
  }
}
