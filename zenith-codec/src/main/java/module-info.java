import org.jspecify.annotations.NullMarked;

/// Compressed data over memory segments: what formats compress their bytes with.
@NullMarked
module io.zenith.codec {
  requires io.zenith.core;
  requires org.lz4.java;
  requires com.github.luben.zstd_jni;
  requires static org.jspecify;

  exports io.zenith.codec;
}
