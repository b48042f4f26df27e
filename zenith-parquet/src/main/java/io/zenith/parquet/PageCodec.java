package io.zenith.parquet;

import io.zenith.codec.Codec;
import io.zenith.codec.CorruptDataException;
import java.lang.foreign.MemorySegment;
import org.apache.parquet.format.CompressionCodec;
import org.jspecify.annotations.Nullable;

/// What pages are compressed with.
enum PageCodec {
  UNCOMPRESSED,
  ZSTD;

  /// The codec of a column chunk.
  static PageCodec of(@Nullable CompressionCodec codec, Place place) {
    return switch (codec) {
      case null -> throw place.malformed("a codec that is not known", "one of the format");
      case UNCOMPRESSED -> UNCOMPRESSED;
      case ZSTD -> ZSTD;
      case SNAPPY, GZIP, LZO, BROTLI, LZ4, LZ4_RAW -> throw place.unsupported("codec " + codec);
    };
  }

  boolean isNone() {
    return this == UNCOMPRESSED;
  }

  /// Decompresses a page.
  void decompress(MemorySegment source, MemorySegment target, Place place) {
    Codec codec =
        switch (this) {
          case UNCOMPRESSED -> throw new IllegalStateException("nothing to decompress");
          case ZSTD -> Codec.zstd();
        };
    try {
      codec.decompress(source, target);
    } catch (CorruptDataException e) {
      throw place.malformed(
          String.valueOf(e.getMessage()), "a page of " + target.byteSize() + " bytes");
    }
  }
}
