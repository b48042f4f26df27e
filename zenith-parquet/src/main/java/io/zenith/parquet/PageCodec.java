package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.codec.Codec;
import io.zenith.codec.CorruptDataException;
import io.zenith.codec.Decompressor;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.apache.parquet.format.CompressionCodec;
import org.brotli.dec.BrotliInputStream;
import org.jspecify.annotations.Nullable;

/// What pages are compressed with.
///
/// @param decompressor none if they are not
record PageCodec(Optional<Decompressor> decompressor) {
  static final PageCodec NONE = new PageCodec(Optional.empty());

  /// What a byte of Brotli can stand for at most.
  private static final long BROTLI_BYTES = 1 << 24;

  private static final Decompressor BROTLI =
      Decompressor.ofStream("BROTLI", BROTLI_BYTES, BrotliInputStream::new);

  /// The codec of a column chunk.
  static PageCodec of(@Nullable CompressionCodec codec, Place place) {
    return new PageCodec(
        switch (codec) {
          case null -> throw place.malformed("a codec that is not known", "one of the format");
          case UNCOMPRESSED -> Optional.empty();
          case SNAPPY -> Optional.of(Decompressor.snappy());
          case GZIP -> Optional.of(Decompressor.gzip());
          case LZO -> throw place.unsupported("codec LZO");
          case BROTLI -> Optional.of(BROTLI);
          case LZ4 -> Optional.of(Decompressor.lz4());
          case ZSTD -> Optional.of(Codec.zstd());
          case LZ4_RAW -> Optional.of(Decompressor.lz4Raw());
        });
  }

  boolean isNone() {
    return decompressor.isEmpty();
  }

  /// Decompresses a page.
  void decompress(MemorySegment source, MemorySegment target, Place place) {
    Decompressor codec = decompressor.orElseThrow();
    if (target.byteSize() > codec.maxDecompressedBytes(source.byteSize())) {
      throw place.malformed(
          source.byteSize() + " bytes of " + codec.name(), "some for " + target.byteSize());
    }
    try {
      codec.decompress(source, target);
    } catch (CorruptDataException e) {
      throw place.malformed(codec.name() + " that is corrupt: " + e.getMessage(), "sound data");
    }
  }
}
