package io.zenith.internal.cache;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// How an entry lies in its file: a head of 64 bytes, what it keeps, and a tail with the structure
/// of that and the key. Numbers are little-endian.
///
/// ```
///  0  8  "ZENCACHE"
///  8  4  version of this format
/// 12  4  bytes of the key
/// 16  8  bytes of the structure
/// 24  8  where the structure begins; the key follows it, and is the end of the file
/// 32  4  CRC-32C of all that is behind the head
/// 36  4  CRC-32C of the 36 bytes before
/// 40 24  zeros
/// ```
///
/// @param keyBytes how long the key is
/// @param structureBytes how long the structure is
/// @param structureFrom where it begins
/// @param crc of all behind the head
record EntryFormat(int keyBytes, long structureBytes, long structureFrom, int crc) {
  static final int HEAD = 64;

  /// What is kept begins at multiples of it, as Arrow recommends.
  static final int ALIGNMENT = 64;

  private static final byte[] MAGIC = "ZENCACHE".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final int CHECKED = 36;

  /// How long the file is.
  long size() {
    return structureFrom + structureBytes + keyBytes;
  }

  byte[] head() {
    ByteBuffer head = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);
    head.put(MAGIC).putInt(VERSION).putInt(keyBytes);
    head.putLong(structureBytes).putLong(structureFrom).putInt(crc);
    head.putInt(crc(head.array()));
    return head.array();
  }

  private static int crc(byte[] head) {
    CRC32C crc = new CRC32C();
    crc.update(head, 0, CHECKED);
    return (int) crc.getValue();
  }

  /// Reads a head.
  ///
  /// @param size how long the file is
  /// @throws BadEntryException if it is none, or of another file
  static EntryFormat of(byte[] bytes, long size) throws BadEntryException {
    ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = new byte[MAGIC.length];
    head.get(magic);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new BadEntryException("no entry of a cache");
    }
    int version = head.getInt();
    if (version != VERSION) {
      throw new BadEntryException("version " + version + " of the format, expected " + VERSION);
    }
    EntryFormat format =
        new EntryFormat(head.getInt(), head.getLong(), head.getLong(), head.getInt());
    if (!Arrays.equals(bytes, format.head())) {
      throw new BadEntryException("a head with another checksum than it should have");
    }
    // Sizes that are negative would have another checksum: who writes an entry means well.
    if (format.size() != size) {
      throw new BadEntryException(size + " bytes, expected " + format.size());
    }
    return format;
  }
}
