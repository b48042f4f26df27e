package io.zenith.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;

/// Hadoop's framing of LZ4 as its streams have it, as a second opinion.
final class HadoopLz4 {
  private static final LZ4Factory LZ4 = LZ4Factory.safeInstance();

  private HadoopLz4() {}

  /// Compresses.
  ///
  /// @param chunk how many bytes a chunk has
  /// @param block how many bytes of it a block has
  static byte[] compress(byte[] bytes, int chunk, int block) {
    ByteBuffer all = ByteBuffer.allocate(2 * bytes.length + 100);
    int at = 0;
    do {
      int end = Math.min(bytes.length, at + chunk);
      all.putInt(end - at);
      do {
        int length = Math.min(end - at, block);
        byte[] packed = LZ4.fastCompressor().compress(bytes, at, length);
        all.putInt(packed.length).put(packed);
        at += length;
      } while (at < end);
    } while (at < bytes.length);
    return Arrays.copyOf(all.array(), all.position());
  }

  /// Decompresses, in this framing or, if that fails, in none.
  static byte[] decompress(int size, byte... compressed) {
    try {
      return framed(size, compressed);
    } catch (RuntimeException _) {
      return LZ4.safeDecompressor().decompress(compressed, size);
    }
  }

  private static byte[] framed(int size, byte... compressed) {
    ByteBuffer source = ByteBuffer.wrap(compressed);
    byte[] bytes = new byte[size];
    int at = 0;
    do {
      int end = Math.addExact(at, source.getInt());
      if (at == end && !source.hasRemaining()) {
        break;
      }
      do {
        byte[] packed = new byte[Math.min(source.getInt(), source.remaining() + 1)];
        source.get(packed);
        byte[] block = LZ4.safeDecompressor().decompress(packed, end - at);
        System.arraycopy(block, 0, bytes, at, block.length);
        at += block.length;
      } while (at < end);
    } while (source.hasRemaining());
    if (at != size) {
      throw new LZ4Exception(at + " bytes");
    }
    return bytes;
  }
}
