package io.zenith.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import net.jpountz.xxhash.XXHashFactory;

/// The streams of the libraries, as a second opinion.
final class Others {
  private Others() {}

  private interface Stream {
    OutputStream on(OutputStream target) throws IOException;
  }

  /// The bytes as others compress them, with many settings.
  static List<byte[]> compress(Codec codec, byte... bytes) {
    List<byte[]> all = new ArrayList<>();
    switch (codec) {
      case Lz4FrameCodec _ -> {
        for (BLOCKSIZE size : BLOCKSIZE.values()) {
          all.add(lz4(bytes, size));
          all.add(lz4(bytes, size, FLG.Bits.BLOCK_CHECKSUM, FLG.Bits.CONTENT_CHECKSUM));
        }
      }
      case ZstdCodec _ -> {
        all.add(Zstd.compress(bytes, 1));
        all.add(Zstd.compress(bytes, 9));
        all.add(write(bytes, target -> new ZstdOutputStream(target).setChecksum(true)));
      }
    }
    return all;
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
                LZ4Factory.safeInstance().fastCompressor(),
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
  static byte[] decompress(Codec codec, byte... compressed) {
    ByteArrayInputStream source = new ByteArrayInputStream(compressed);
    try (var bytes =
        switch (codec) {
          case Lz4FrameCodec _ ->
              new LZ4FrameInputStream(
                  source,
                  LZ4Factory.safeInstance().safeDecompressor(),
                  XXHashFactory.safeInstance().hash32());
          case ZstdCodec _ -> new ZstdInputStream(source);
        }) {
      return bytes.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
