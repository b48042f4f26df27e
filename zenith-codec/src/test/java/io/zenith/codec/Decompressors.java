package io.zenith.codec;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.brotli.dec.BrotliInputStream;

/// All there are, LZ4 in both ways.
final class Decompressors {
  /// In Java, and by native code where there is some.
  static final List<Codec> LZ4_FRAME =
      List.of(new Lz4FrameCodec(Optional.empty()), Codec.lz4Frame());

  static final List<Codec> CODECS = List.of(LZ4_FRAME.getFirst(), Codec.lz4Frame(), Codec.zstd());

  static final List<Decompressor> LZ4_RAW =
      List.of(Lz4RawDecoder.decompressor(Optional.empty()), Decompressor.lz4Raw());

  static final List<Decompressor> LZ4_HADOOP =
      List.of(Lz4HadoopDecoder.decompressor(Optional.empty()), Decompressor.lz4());

  /// By a stream; there is no compressor in Java.
  static final Decompressor BROTLI =
      Decompressor.ofStream("BROTLI", 1 << 24, BrotliInputStream::new);

  /// Those that only decompress.
  static final List<Decompressor> ONLY =
      Stream.of(List.of(Decompressor.snappy(), Decompressor.gzip()), LZ4_RAW, LZ4_HADOOP)
          .flatMap(List::stream)
          .toList();

  static final List<Decompressor> ALL =
      Stream.of(CODECS, ONLY).<Decompressor>flatMap(List::stream).toList();

  private Decompressors() {}
}
