package io.zenith.parquet;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/// Compresses pages for parquet-java, whose own codecs need the streams of Hadoop.
///
/// @param codec one of [#ALL]
record JavaCodecs(CompressionCodecName codec) implements BytesInputCompressor {
  static final List<CompressionCodecName> ALL =
      List.of(
          CompressionCodecName.UNCOMPRESSED,
          CompressionCodecName.SNAPPY,
          CompressionCodecName.GZIP,
          CompressionCodecName.ZSTD,
          CompressionCodecName.LZ4,
          CompressionCodecName.LZ4_RAW);

  @Override
  public CompressionCodecName getCodecName() {
    return codec;
  }

  @Override
  public BytesInput compress(BytesInput bytes) throws IOException {
    byte[] plain = bytes.toInputStream().readAllBytes();
    return BytesInput.from(
        switch (codec) {
          case UNCOMPRESSED -> plain;
          case SNAPPY -> Snappy.compress(plain);
          case GZIP -> gzip(plain);
          case ZSTD -> Zstd.compress(plain);
          case LZ4 -> hadoopLz4(plain);
          case LZ4_RAW -> lz4(plain);
          case LZO, BROTLI -> throw new AssertionError("no library compresses " + codec);
        });
  }

  private static byte[] gzip(byte... plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    }
    return out.toByteArray();
  }

  private static byte[] lz4(byte... plain) {
    return LZ4Factory.fastestInstance().fastCompressor().compress(plain);
  }

  /// One block, with its sizes before it.
  private static byte[] hadoopLz4(byte... plain) {
    byte[] block = lz4(plain);
    return ByteBuffer.allocate(2 * Integer.BYTES + block.length)
        .putInt(plain.length)
        .putInt(block.length)
        .put(block)
        .array();
  }

  @Override
  public void release() {}
}
