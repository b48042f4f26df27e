package io.zenith.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/// Writes LZ4 frames; can be used again and again, by one thread at a time.
final class Lz4FrameEncoder {
  /// Blocks of 64 KB take 2 % more, larger ones do not take less; they are independent, since the
  /// compressor looks no further back than its block begins.
  private static final int BLOCK = 1 << 18;

  private static final byte BLOCK_CODE = 5 << 4;

  /// Magic number, flags, sizes, content size, checksum.
  private static final int HEADER_BYTES = 15;

  private static final int STORED = 1 << 31;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final LZ4Compressor compressor = LZ4Factory.safeInstance().fastCompressor();
  private final byte[] block = new byte[BLOCK];
  private final byte[] packed = new byte[compressor.maxCompressedLength(BLOCK)];

  /// Where no block gets smaller.
  static long maxBytes(long content) {
    return HEADER_BYTES
        + content
        + Math.multiplyExact(Math.ceilDiv(content, BLOCK), Integer.BYTES)
        + Integer.BYTES;
  }

  long encode(MemorySegment source, MemorySegment target) {
    long at = header(source.byteSize(), target);
    for (long from = 0; from < source.byteSize(); from += BLOCK) {
      int length = (int) Math.min(BLOCK, source.byteSize() - from);
      at = block(source, from, length, target, at);
    }
    target.set(INT, at, 0);
    return at + Integer.BYTES;
  }

  private static long header(long content, MemorySegment target) {
    byte[] bytes = new byte[HEADER_BYTES - Integer.BYTES];
    bytes[0] =
        Lz4FrameHeader.VERSION | Lz4FrameHeader.INDEPENDENT_BLOCKS | Lz4FrameHeader.CONTENT_SIZE;
    bytes[1] = BLOCK_CODE;
    HeapWindow.LONG.set(bytes, 2, content);
    int hashed = 2 + Long.BYTES;
    bytes[hashed] = (byte) Lz4FrameHeader.checksum(bytes, hashed);
    target.set(INT, 0, Lz4FrameHeader.MAGIC);
    MemorySegment.copy(bytes, 0, target, ValueLayout.JAVA_BYTE, Integer.BYTES, bytes.length);
    return HEADER_BYTES;
  }

  private long block(MemorySegment source, long from, int length, MemorySegment target, long at) {
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, from, block, 0, length);
    int size = compressor.compress(block, 0, length, packed, 0, packed.length);
    boolean smaller = size < length;
    byte[] bytes = smaller ? packed : block;
    int stored = smaller ? size : length;
    target.set(INT, at, smaller ? size : length | STORED);
    MemorySegment.copy(bytes, 0, target, ValueLayout.JAVA_BYTE, at + Integer.BYTES, stored);
    return at + Integer.BYTES + stored;
  }
}
