package io.zenith.codec;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Writes members of gzip with headers of every kind, as RFC 1952 has them.
final class Gzip {
  static final int TEXT = 1;
  static final int HEADER_CHECKSUM = 2;
  static final int EXTRA = 4;
  static final int NAME = 8;
  static final int COMMENT = 16;
  static final int ALL_FLAGS = 31;

  private Gzip() {}

  /// Several members, one of them empty.
  static byte[] members(int level, byte... bytes) {
    int half = bytes.length / 2;
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(member(NAME, level, Arrays.copyOf(bytes, half)));
    all.writeBytes(member(EXTRA | HEADER_CHECKSUM, level));
    all.writeBytes(member(0, level, Arrays.copyOfRange(bytes, half, bytes.length)));
    return all.toByteArray();
  }

  static byte[] member(int flags, int level, byte... bytes) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(header(flags));
    Deflater deflater = new Deflater(level, true);
    deflater.setInput(bytes);
    deflater.finish();
    byte[] piece = new byte[8192];
    while (!deflater.finished()) {
      all.write(piece, 0, deflater.deflate(piece));
    }
    deflater.end();
    all.writeBytes(trailer(bytes));
    return all.toByteArray();
  }

  static byte[] header(int flags) {
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    header.writeBytes(new byte[] {0x1F, (byte) 0x8B, 8, (byte) flags, 1, 2, 3, 4, 0, 3});
    if ((flags & EXTRA) != 0) {
      header.writeBytes(new byte[] {0x2C, 1});
      header.writeBytes(new byte[0x12C]);
    }
    if ((flags & NAME) != 0) {
      header.writeBytes(new byte[] {'n', 'a', 'm', 'e', 0});
    }
    if ((flags & COMMENT) != 0) {
      header.writeBytes(new byte[] {'\n', 0});
    }
    if ((flags & HEADER_CHECKSUM) != 0) {
      int sum = checksum(header.toByteArray());
      header.write(sum);
      header.write(sum >>> 8);
    }
    return header.toByteArray();
  }

  private static byte[] trailer(byte... bytes) {
    return ByteBuffer.allocate(8)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(checksum(bytes))
        .putInt(bytes.length)
        .array();
  }

  private static int checksum(byte... bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return (int) sum.getValue();
  }
}
