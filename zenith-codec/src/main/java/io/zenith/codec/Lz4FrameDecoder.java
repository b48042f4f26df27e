package io.zenith.codec;

import java.lang.foreign.MemorySegment;

/// Decompresses LZ4 frames; can be used again and again, by one thread at a time.
final class Lz4FrameDecoder implements Decoder {
  /// In the size of a block: it is not compressed.
  private static final int STORED = 1 << 31;

  private final Lz4Blocks blocks;
  private final Lz4Checksum checksum = new Lz4Checksum();
  private MemorySegment source = MemorySegment.NULL;
  private MemorySegment target = MemorySegment.NULL;

  Lz4FrameDecoder(Lz4Blocks blocks) {
    this.blocks = blocks;
  }

  @Override
  public void decode(MemorySegment compressed, MemorySegment result) throws CorruptDataException {
    source = compressed;
    target = result;
    blocks.open(compressed, result);
    try {
      Cursor cursor = new Cursor(compressed);
      do {
        if (!cursor.skippedFrame()) {
          frame(cursor);
        }
      } while (cursor.left() > 0);
      blocks.flush();
      Memory.requireFull(target, blocks.produced(), cursor.offset());
    } finally {
      blocks.close();
      source = MemorySegment.NULL;
      target = MemorySegment.NULL;
    }
  }

  /// How many bytes more the target has room for.
  private long left() {
    return target.byteSize() - blocks.produced();
  }

  private void frame(Cursor cursor) throws CorruptDataException {
    Lz4FrameHeader header = Lz4FrameHeader.read(cursor);
    long declared = header.contentSize().orElse(0);
    if (Long.compareUnsigned(declared, left()) > 0) {
      throw cursor.corrupt(
          "a frame of " + Long.toUnsignedString(declared) + " bytes", "at most " + left());
    }
    long start = blocks.produced();
    blocks.forget();
    for (int size = cursor.int32(); size != 0; size = cursor.int32()) {
      block(header, size, cursor);
    }
    long content = blocks.produced() - start;
    if (header.contentSize().isPresent() && declared != content) {
      throw cursor.corrupt(
          "the end of a frame after " + content + " bytes",
          declared + " bytes, as its header says");
    }
    if (header.contentChecksum()) {
      blocks.flush();
      cursor.requireInt32(checksum.of(target, start, content), "checksum of the content");
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
      cursor.requireInt32(checksum.of(source, from, size), "checksum of a block");
    }
    if (header.independentBlocks()) {
      blocks.forget();
    }
    if ((sizeAndKind & STORED) == 0) {
      blocks.decode(from, from + size, Math.min(header.maxBlockSize(), left()));
    } else if (size <= left()) {
      blocks.append(from, size);
    } else {
      throw new CorruptDataException(
          from, "a block of " + size + " bytes", "at most " + left() + " more");
    }
  }
}
