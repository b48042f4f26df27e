package io.zenith.codec;

import java.lang.foreign.MemorySegment;

/// A way to compress bytes, and to decompress them again: what Arrow uses.
public sealed interface Codec extends Decompressor permits Lz4FrameCodec, ZstdCodec {

  /// The LZ4 frame format. It decompresses by native code of lz4-java where the JVM was started
  /// with `--enable-native-access=ALL-UNNAMED` (on the module path `=org.lz4.java,io.zenith.codec`)
  /// and the library has what is needed; else in Java, at half the speed where data compresses
  /// much, and without a warning. It compresses in Java.
  ///
  /// A mapped source is read in place in Java, and copied out block by block for native code.
  /// Beside the target it takes 272 KB of heap to decompress in Java, 72 KB for native code (or the
  /// largest block, up to 4 MB, where blocks are larger than 64 KB and mapped), 514 KB of heap to
  /// compress, which are kept for the next call: at most one piece a processor.
  ///
  /// Reads blocks of all sizes, linked or independent, several frames, skippable frames; verifies
  /// all checksums there are. Frames that need a dictionary, and frames of the legacy format, are
  /// refused.
  ///
  /// Both ways refuse the same data but for one kind: a match that goes back by 0 bytes, which the
  /// format forbids, is corrupt in Java and stands for zeros in native code, as the reference
  /// implementation has it.
  ///
  /// Writes one frame of independent blocks with the content size, without checksum of the content.
  static Codec lz4Frame() {
    return Lz4FrameCodec.INSTANCE;
  }

  /// The Zstandard format, by native code of zstd-jni: when the first data is compressed or
  /// decompressed, the JVM prints a warning, unless it runs with
  /// `--enable-native-access=ALL-UNNAMED` (`=com.github.luben.zstd_jni` on the module path).
  ///
  /// Native code must not touch a mapping, so a mapped source is copied out piece by piece. On the
  /// module path this too needs `=com.github.luben.zstd_jni,io.zenith.codec`; without, it is copied
  /// as a whole, to native memory of the source's size that is freed before the method returns,
  /// which is slower for large sources. So is a source to compress. Beside that it takes about 1 MB
  /// of native memory, whatever the data, which is kept for the next call: at most one piece a
  /// processor.
  ///
  /// Reads several frames and skippable frames, and verifies checksums where there are any. Frames
  /// that need a dictionary are refused. Writes one frame of level 1 with the content size, without
  /// checksum.
  static Codec zstd() {
    return ZstdCodec.INSTANCE;
  }

  /// The name, as Arrow spells it: `LZ4_FRAME` or `ZSTD`.
  @Override
  String name();

  /// The most bytes that so many bytes can take when compressed.
  ///
  /// @param bytes how many bytes are to be compressed
  long maxCompressedBytes(long bytes);

  /// Compresses all of the source to the beginning of the target.
  ///
  /// @param source any bytes, in native memory or a mapping
  /// @param target native memory of [#maxCompressedBytes] or more that does not overlap the source
  /// @return how many bytes of the target were written
  long compress(MemorySegment source, MemorySegment target);
}
