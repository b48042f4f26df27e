package io.zenith.codec;

import java.lang.foreign.MemorySegment;
import net.jpountz.xxhash.StreamingXXHash32;
import net.jpountz.xxhash.XXHashFactory;

/// Decompresses LZ4 frames; can be used again and again, by one thread at a time.
final class Lz4FrameDecoder {
  /// In the size of a block: it is not compressed.
  private static final int STORED = 1 << 31;

  private final Lz4Input input = new Lz4Input();
  private final Lz4Window window = new Lz4Window();
  private final Lz4BlockDecoder blocks = new Lz4BlockDecoder(input, window);
  private final StreamingXXHash32 blockHash = XXHashFactory.safeInstance().newStreamingHash32(0);
  private final StreamingXXHash32 contentHash = XXHashFactory.safeInstance().newStreamingHash32(0);

  void decode(MemorySegment source, MemorySegment target) throws CorruptDataException {
    input.open(source);
    window.open(target);
    try {
      Cursor cursor = new Cursor(source);
      do {
        if (!cursor.skippedFrame()) {
          frame(cursor);
        }
      } while (cursor.left() > 0);
      window.flush();
      if (window.left() > 0) {
        throw cursor.corrupt(
            "the end after " + window.produced() + " bytes", target.byteSize() + " bytes");
      }
    } finally {
      input.close();
      window.close();
    }
  }

  private void frame(Cursor cursor) throws CorruptDataException {
    Lz4FrameHeader header = Lz4FrameHeader.read(cursor);
    long declared = header.contentSize().orElse(0);
    if (Long.compareUnsigned(declared, window.left()) > 0) {
      throw cursor.corrupt(
          "a frame of " + Long.toUnsignedString(declared) + " bytes", "at most " + window.left());
    }
    long start = window.produced();
    window.forget();
    if (header.contentChecksum()) {
      contentHash.reset();
      window.beginHash(contentHash);
    }
    for (int size = cursor.int32(); size != 0; size = cursor.int32()) {
      block(header, size, cursor);
    }
    window.endHash();
    long content = window.produced() - start;
    if (header.contentSize().isPresent() && declared != content) {
      throw cursor.corrupt(
          "the end of a frame after " + content + " bytes",
          declared + " bytes, as its header says");
    }
    if (header.contentChecksum()) {
      cursor.requireInt32(contentHash.getValue(), "checksum of the content");
    }
  }

  private void block(Lz4FrameHeader header, int sizeAndKind, Cursor cursor)
      throws CorruptDataException {
    int size = sizeAndKind & ~STORED;
    if (size > header.maxBlockSize()) {
      throw cursor.corrupt("a block of " + size + " bytes", "at most " + header.maxBlockSize());
    }
    long from = cursor.offset();
    cursor.skip(size, "a block");
    if (header.blockChecksums()) {
      blockHash.reset();
      input.hash(from, size, blockHash);
      cursor.requireInt32(blockHash.getValue(), "checksum of a block");
    }
    if (header.independentBlocks()) {
      window.forget();
    }
    if ((sizeAndKind & STORED) == 0) {
      blocks.decode(from, from + size, Math.min(header.maxBlockSize(), window.left()));
    } else if (size <= window.left()) {
      window.append(input.source(), from, size);
    } else {
      throw new CorruptDataException(
          from, "a block of " + size + " bytes", "at most " + window.left() + " more");
    }
  }
}
