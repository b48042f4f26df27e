package io.zenith.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import net.jpountz.xxhash.XXHashFactory;
import org.brotli.dec.BrotliInputStream;
import org.xerial.snappy.Snappy;

/// The libraries, as a second opinion.
final class Others {
  private static final LZ4Factory LZ4 = LZ4Factory.safeInstance();

  private Others() {}

  private interface Stream {
    OutputStream on(OutputStream target) throws IOException;
  }

  /// The bytes as others compress them, with many settings.
  static List<byte[]> compress(Decompressor codec, byte... bytes) {
    List<byte[]> all = new ArrayList<>();
    switch (codec.name()) {
      case "LZ4_FRAME" -> {
        for (BLOCKSIZE size : BLOCKSIZE.values()) {
          all.add(lz4(bytes, size));
          all.add(lz4(bytes, size, FLG.Bits.BLOCK_CHECKSUM, FLG.Bits.CONTENT_CHECKSUM));
        }
      }
      case "ZSTD" -> {
        all.add(Zstd.compress(bytes, 1));
        all.add(Zstd.compress(bytes, 9));
        all.add(write(bytes, target -> new ZstdOutputStream(target).setChecksum(true)));
      }
      case "SNAPPY" -> all.add(snappy(bytes));
      case "GZIP" -> {
        all.add(write(bytes, GZIPOutputStream::new));
        all.add(Gzip.member(Gzip.ALL_FLAGS, 1, bytes));
        all.add(Gzip.members(9, bytes));
      }
      case "LZ4_RAW" -> {
        all.add(LZ4.fastCompressor().compress(bytes));
        all.add(LZ4.highCompressor().compress(bytes));
      }
      case "LZ4" -> {
        all.add(HadoopLz4.compress(bytes, Math.max(1, bytes.length), Math.max(1, bytes.length)));
        all.add(HadoopLz4.compress(bytes, 100_000, 30_000));
        all.add(LZ4.fastCompressor().compress(bytes));
      }
      default -> throw new AssertionError(codec);
    }
    return all;
  }

  private static byte[] snappy(byte... bytes) {
    try {
      return Snappy.compress(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] lz4(byte[] bytes, BLOCKSIZE size, FLG.Bits... more) {
    FLG.Bits[] bits = new FLG.Bits[more.length + 1];
    System.arraycopy(more, 0, bits, 0, more.length);
    bits[more.length] = FLG.Bits.BLOCK_INDEPENDENCE;
    return write(
        bytes,
        target ->
            new LZ4FrameOutputStream(
                target,
                size,
                -1,
                LZ4.fastCompressor(),
                XXHashFactory.safeInstance().hash32(),
                bits));
  }

  private static byte[] write(byte[] bytes, Stream stream) {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    try (OutputStream compressing = stream.on(target)) {
      compressing.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return target.toByteArray();
  }

  /// The bytes as others decompress them.
  ///
  /// @param size how many there should be, for those that ask
  /// @throws RuntimeException if they refuse it
  static byte[] decompress(Decompressor codec, int size, byte... compressed) {
    try {
      return switch (codec.name()) {
        case "LZ4_FRAME" ->
            read(
                source ->
                    new LZ4FrameInputStream(
                        source, LZ4.safeDecompressor(), XXHashFactory.safeInstance().hash32()),
                compressed);
        case "ZSTD" -> read(ZstdInputStream::new, compressed);
        case "SNAPPY" -> Snappy.uncompress(compressed);
        case "GZIP" -> read(GZIPInputStream::new, compressed);
        case "LZ4_RAW" -> LZ4.safeDecompressor().decompress(compressed, size);
        case "LZ4" -> HadoopLz4.decompress(size, compressed);
        case "BROTLI" -> read(BrotliInputStream::new, compressed);
        default -> throw new AssertionError(codec);
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Reading {
    InputStream on(InputStream source) throws IOException;
  }

  private static byte[] read(Reading stream, byte... compressed) throws IOException {
    try (InputStream bytes = stream.on(new ByteArrayInputStream(compressed))) {
      return bytes.readAllBytes();
    }
  }
}
