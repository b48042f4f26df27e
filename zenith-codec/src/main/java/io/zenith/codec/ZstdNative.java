package io.zenith.codec;

import com.github.luben.zstd.Zstd;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/// Calls of native code, by address: the one place that must not be handed a mapping.
///
/// The one-shot functions make a context for each call. That takes less than a microsecond more
/// than to reuse one, and leaves nothing behind that has to be closed.
final class ZstdNative {
  /// Arrow's default.
  private static final int LEVEL = 1;

  private ZstdNative() {}

  /// Decompresses one whole frame to the beginning of the target.
  ///
  /// @return the bytes written, or a code of an error
  static long decompress(MemorySegment frame, MemorySegment target) {
    try {
      return Zstd.decompressUnsafe(
          target.address(), target.byteSize(), frame.address(), frame.byteSize());
    } finally {
      Reference.reachabilityFence(frame);
      Reference.reachabilityFence(target);
    }
  }

  /// Compresses to one frame.
  ///
  /// @return the bytes written, or a code of an error
  static long compress(MemorySegment source, MemorySegment target) {
    try {
      return Zstd.compressUnsafe(
          target.address(), target.byteSize(), source.address(), source.byteSize(), LEVEL, false);
    } finally {
      Reference.reachabilityFence(source);
      Reference.reachabilityFence(target);
    }
  }

  static boolean isError(long result) {
    return Zstd.isError(result);
  }

  static String errorName(long result) {
    return Zstd.getErrorName(result);
  }

  static boolean isTooLarge(long result) {
    return Zstd.getErrorCode(result) == Zstd.errDstSizeTooSmall();
  }

  static boolean isOutOfMemory(long result) {
    return Zstd.getErrorCode(result) == Zstd.errMemoryAllocation();
  }
}
