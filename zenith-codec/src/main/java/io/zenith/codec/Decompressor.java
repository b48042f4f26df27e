package io.zenith.codec;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;

/// A way to decompress bytes, over memory of any size.
///
/// A decompressor is a value without resources, usable from many threads at once. Sources are
/// native memory or mapped files, targets are native memory; neither may be freed before the method
/// returns.
///
/// The bytes to decompress are not trusted. Nothing outside the source is read, nothing outside the
/// target is written, and no memory is taken on the word of a number in the source, but by the
/// streams of others. After an exception the content of the target is unspecified.
///
/// A mapped file that someone truncates meanwhile shows as the JVM's `InternalError`, which the
/// caller has to translate; it may arrive late, as with any access to a mapping.
///
/// Those here are what pages of Parquet are compressed with, and [Codec]s are more:
///
/// ```java
/// Decompressor.snappy().decompress(page, arena.allocate(declaredBytes));
/// ```
public sealed interface Decompressor permits Codec, PooledDecompressor {

  /// The raw format of Snappy, without framing, in Java. A mapped source is read in place. Takes
  /// 264 KB of heap, which is kept for the next call: at most one piece a processor.
  static Decompressor snappy() {
    return SnappyDecoder.INSTANCE;
  }

  /// Members of gzip, RFC 1952: one or more, with all there may be in a header; checksums and sizes
  /// are verified. Anything behind the last member is refused, zeros too, and so are zlib's format
  /// and deflated data without a header.
  ///
  /// The JDK does the work, by native code of its own that needs no flag; a source is copied out
  /// piece by piece. Takes about 110 KB of native memory, which is kept for the next call: at most
  /// one piece a processor.
  static Decompressor gzip() {
    return GzipDecoder.INSTANCE;
  }

  /// A single block of LZ4, without framing. By native code where [Codec#lz4Frame] is, but for
  /// mapped blocks of more than 4 MB, and blocks of 2 GB and more, compressed or not; else in Java.
  static Decompressor lz4Raw() {
    return Lz4RawDecoder.INSTANCE;
  }

  /// What Parquet calls LZ4 and writers should not use any longer: blocks of LZ4 in the framing of
  /// Hadoop, or if that fails a single block without any, as [#lz4Raw].
  static Decompressor lz4() {
    return Lz4HadoopDecoder.INSTANCE;
  }

  /// A format that a library decompresses as a stream, on the heap: for libraries that nobody
  /// should have to bring along who does not read such data. That is how Brotli is read:
  ///
  /// ```java
  /// Decompressor.ofStream("BROTLI", 1 << 24, BrotliInputStream::new);
  /// ```
  ///
  /// A source is read by bulk copies, in place. Each call opens a stream, which takes the memory
  /// that the library takes. When the stream has ended, all of the source must have been read.
  ///
  /// @param name what the format is called
  /// @param mostPerByte how many bytes one compressed byte can stand for
  /// @param opener opens a stream that decompresses; an `IOException` of it, or of the stream,
  ///   means that the data is corrupt
  static Decompressor ofStream(String name, long mostPerByte, StreamOpener opener) {
    return new PooledDecompressor(name, mostPerByte, Decoders.of(() -> new StreamDecoder(opener)));
  }

  /// Opens a stream that decompresses another one.
  @FunctionalInterface
  interface StreamOpener {
    /// A stream of what comes out.
    ///
    /// @param compressed what goes in, which needs no buffer
    InputStream open(InputStream compressed) throws IOException;
  }

  /// The name, as the format that uses it spells it: `SNAPPY`, `GZIP`, `LZ4_RAW`, `LZ4`, or that of
  /// a [Codec] or of [#ofStream].
  String name();

  /// Decompresses all of the source, which must give as many bytes as the target has.
  ///
  /// @param source compressed data, in native memory or a mapping
  /// @param target native memory that does not overlap the source; all of it is filled
  /// @throws CorruptDataException if the source does not follow the format, or decompresses to
  ///   fewer or more bytes, which is noticed before more are made
  void decompress(MemorySegment source, MemorySegment target) throws CorruptDataException;

  /// The most bytes that so many compressed bytes can stand for: what declares more is no such
  /// data.
  ///
  /// @param bytes how many bytes of compressed data there are
  long maxDecompressedBytes(long bytes);
}
