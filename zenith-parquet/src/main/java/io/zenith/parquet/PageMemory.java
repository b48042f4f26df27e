package io.zenith.parquet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.zip.CRC32;

/// The memory that pages of one read are decompressed in, one after the other.
///
/// What is stored is copied first: a mapping may change while it is checked and parsed, and native
/// code and checksums must not touch one.
final class PageMemory {
  private static final int CRC_BYTES = 1 << 13;

  private final MemorySegment stored;
  private final MemorySegment plain;
  private final byte[] piece = new byte[CRC_BYTES];

  /// @param columns the largest pages of each column
  PageMemory(List<ChunkPages.Largest> columns, SegmentAllocator buffers) {
    int mostStored = columns.stream().mapToInt(ChunkPages.Largest::stored).max().orElse(0);
    int mostPlain = columns.stream().mapToInt(ChunkPages.Largest::plain).max().orElse(0);
    this.stored = buffers.allocate(mostStored, Long.BYTES);
    this.plain = buffers.allocate(mostPlain, Long.BYTES);
  }

  /// The bytes of a page, decompressed. They are overwritten by those of the next one.
  MemorySegment load(Page page, PageCodec codec) {
    PageHeader header = page.header();
    if (header.size() > stored.byteSize() || header.uncompressed() > plain.byteSize()) {
      throw page.place().malformed("another page", "the one that was there before");
    }
    MemorySegment bytes = bytes(page);
    long levels = header.levelBytes();
    boolean isPlain = codec.isNone() || !header.levels().isCompressed();
    if (isPlain && bytes.byteSize() != header.uncompressed()) {
      throw page.place()
          .malformed(
              "a page of " + bytes.byteSize() + " bytes",
              header.uncompressed() + ", since it is not compressed");
    }
    long mostLevels = Math.min(bytes.byteSize(), header.uncompressed());
    if (levels > mostLevels) {
      throw page.place().malformed("levels of " + levels + " bytes", "at most " + mostLevels);
    }
    if (isPlain) {
      return bytes;
    }
    MemorySegment target = plain.asSlice(0, header.uncompressed());
    target.asSlice(0, levels).copyFrom(bytes.asSlice(0, levels));
    MemorySegment values = target.asSlice(levels);
    MemorySegment source = bytes.asSlice(levels);
    // Of no values some writers store nothing, not even an empty frame.
    if (values.byteSize() > 0 || source.byteSize() > 0) {
      codec.decompress(source, values, page.place());
    }
    return target;
  }

  /// A copy of the bytes of a page, checked and decrypted.
  private MemorySegment bytes(Page page) {
    PageHeader header = page.header();
    MemorySegment bytes = stored.asSlice(0, header.size());
    MemorySegment copy = page.encryption().isPresent() ? plain.asSlice(0, header.size()) : bytes;
    copy.copyFrom(page.bytes());
    if (header.crc().isPresent()) {
      verify(page, copy, header.crc().getAsInt());
    }
    return page.encryption().isPresent()
        ? page.encryption().get().decrypt(page, copy, bytes)
        : bytes;
  }

  private void verify(Page page, MemorySegment bytes, int expected) {
    CRC32 crc = new CRC32();
    for (long at = 0; at < bytes.byteSize(); at += CRC_BYTES) {
      int size = (int) Math.min(CRC_BYTES, bytes.byteSize() - at);
      MemorySegment.copy(bytes, Numbers.BYTE, at, piece, 0, size);
      crc.update(piece, 0, size);
    }
    if ((int) crc.getValue() != expected) {
      throw page.place()
          .malformed(
              "bytes with CRC " + Integer.toHexString((int) crc.getValue()),
              Integer.toHexString(expected) + ", as the page says");
    }
  }
}
