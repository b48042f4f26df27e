package io.zenith.bench;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/// The codecs for parquet-java: the native libraries that it uses itself, without the streams of
/// Hadoop around them.
final class ParquetJavaCodecs implements CompressionCodecFactory {

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return new OfHeap(codec);
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return new OfHeap(codec);
  }

  @Override
  public void release() {}

  /// One codec over arrays.
  private record OfHeap(CompressionCodecName codec)
      implements BytesInputDecompressor, BytesInputCompressor {

    @Override
    public CompressionCodecName getCodecName() {
      return codec;
    }

    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      return switch (codec) {
        case UNCOMPRESSED -> bytes;
        case SNAPPY -> BytesInput.from(Snappy.compress(array(bytes)));
        default -> throw new BenchFailure("parquet-java does not write " + codec + " here");
      };
    }

    private static byte[] array(BytesInput bytes) throws IOException {
      byte[] array = new byte[Math.toIntExact(bytes.size())];
      bytes.toInputStream().readNBytes(array, 0, array.length);
      return array;
    }

    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      return switch (codec) {
        case UNCOMPRESSED -> bytes;
        case SNAPPY -> {
          byte[] compressed = array(bytes);
          byte[] target = new byte[size];
          Snappy.uncompress(compressed, 0, compressed.length, target, 0);
          yield BytesInput.from(target);
        }
        case ZSTD -> {
          byte[] target = new byte[size];
          Zstd.decompress(target, array(bytes));
          yield BytesInput.from(target);
        }
        default -> throw new BenchFailure("parquet-java does not read " + codec + " here");
      };
    }

    @Override
    public void decompress(ByteBuffer from, int fromBytes, ByteBuffer to, int toBytes) {
      throw new UnsupportedOperationException("off-heap decryption is not asked for");
    }

    @Override
    public void release() {}
  }
}
