package io.zenith.parquet;

import io.zenith.error.MalformedDataException;
import io.zenith.parquet.PageHeader.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.zip.CRC32;

/// The memory that the pages of a column chunk are decompressed in, one after the other, and that
/// holds its dictionary.
///
/// What is stored is copied first, unless it was fetched: a mapping may change while it is checked
/// and parsed, and native code and checksums must not touch one.
final class PageMemory {
  /// For the alignment of each of two buffers, and behind the last word.
  private static final int WORD_SLACK = 3 * Long.BYTES + BytesTarget.SLACK;

  private static final int CRC_BYTES = 1 << 13;

  private final boolean isCopied;
  private final MemorySegment stored;
  private final MemorySegment plain;
  private final MemorySegment words;
  private final byte[] piece = new byte[CRC_BYTES];

  /// @param sizes of the largest pages
  /// @param isCopied whether what is stored is a copy already, which needs not be decrypted
  /// @param buffers memory that lasts until the column is read
  PageMemory(Sizes sizes, boolean isCopied, SegmentAllocator buffers) {
    this.isCopied = isCopied;
    this.stored = buffers.allocate(isCopied ? 0 : sizes.stored(), Long.BYTES);
    this.plain = buffers.allocate(sizes.plain(), Long.BYTES);
    this.words = buffers.allocate(sizes.words(), Long.BYTES);
  }

  /// How much memory pages take.
  ///
  /// @param stored for the largest as it is stored
  /// @param plain for the largest that is decompressed, or was encrypted
  /// @param words for the values of the dictionary
  record Sizes(long stored, long plain, long words) {

    /// Those of some pages.
    ///
    /// @param isKept whether the dictionary is delivered, and lies where other values do
    static Sizes of(Pages pages, PageCodec codec, boolean isKept) {
      long stored = 0;
      long plain = 0;
      long words = 0;
      for (var page = pages.next(); page.isPresent(); page = pages.next()) {
        PageHeader header = page.get().header();
        stored = Math.max(stored, header.size());
        plain = Math.max(plain, isPlain(header, codec) ? 0 : header.uncompressed());
        if (page.get().encryption().isPresent()) {
          plain = Math.max(plain, header.size());
        }
        if (header.kind() == Kind.DICTIONARY && !isKept) {
          words = words(header.uncompressed());
        }
      }
      return new Sizes(stored, plain, words);
    }

    /// What the words take of a dictionary of so many bytes: their lengths become offsets.
    static long words(long bytes) {
      return bytes + WORD_SLACK;
    }

    /// All of it, with the alignment.
    ///
    /// @param isCopied whether what is stored is a copy already
    long bytes(boolean isCopied) {
      return (isCopied ? 0 : stored) + plain + words + 3 * Long.BYTES;
    }
  }

  private static boolean isPlain(PageHeader header, PageCodec codec) {
    return codec.isNone() || !header.levels().isCompressed();
  }

  /// Memory for the words of a dictionary.
  SegmentAllocator words(Page page) {
    if (Sizes.words(page.header().uncompressed()) > words.byteSize()) {
      throw another(page);
    }
    return SegmentAllocator.slicingAllocator(words);
  }

  private static MalformedDataException another(Page page) {
    return page.place().malformed("another page", "the one that was there before");
  }

  /// The bytes of a page, decompressed. They are overwritten by those of the next one.
  MemorySegment load(Page page, PageCodec codec) {
    PageHeader header = page.header();
    boolean isPlain = isPlain(header, codec);
    if ((!isCopied && header.size() > stored.byteSize())
        || (!isPlain && header.uncompressed() > plain.byteSize())) {
      throw another(page);
    }
    MemorySegment bytes = bytes(page);
    long levels = header.levelBytes();
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
    boolean isEncrypted = page.encryption().isPresent();
    if (isEncrypted && page.header().size() > plain.byteSize()) {
      throw another(page);
    }
    MemorySegment bytes =
        isCopied ? page.bytes() : copy(page.bytes(), isEncrypted ? plain : stored);
    if (page.header().crc().isPresent()) {
      verify(page, bytes, page.header().crc().getAsInt());
    }
    return isEncrypted
        ? page.encryption().get().decrypt(page, bytes, stored.asSlice(0, bytes.byteSize()))
        : bytes;
  }

  private static MemorySegment copy(MemorySegment bytes, MemorySegment target) {
    return target.asSlice(0, bytes.byteSize()).copyFrom(bytes);
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
