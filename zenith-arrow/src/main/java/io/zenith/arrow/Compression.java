package io.zenith.arrow;

import io.zenith.codec.Codec;
import java.util.Locale;
import java.util.Optional;

/// How the data of written batches is compressed: what Arrow's format knows.
public enum Compression {
  /// Not at all. Files are read without a copy, and by everyone.
  NONE,

  /// LZ4 frames: fast to read, for data that compresses at all.
  LZ4,

  /// Zstandard, level 1: smaller than LZ4, slower to read. It is native code, for which the JVM
  /// prints a warning, unless it runs with `--enable-native-access=ALL-UNNAMED`
  /// (`=com.github.luben.zstd_jni` on the module path).
  ZSTD;

  Optional<Codec> codec() {
    return switch (this) {
      case NONE -> Optional.empty();
      case LZ4 -> Optional.of(Codec.lz4Frame());
      case ZSTD -> Optional.of(Codec.zstd());
    };
  }

  /// The name in lower case: `none`, `lz4` or `zstd`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
