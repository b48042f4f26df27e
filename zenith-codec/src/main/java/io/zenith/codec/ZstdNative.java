package io.zenith.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/// Native code: the one place that must not be handed a mapping, and the one class that asks for
/// zstd-jni, which is not loaded before it is needed.
///
/// To make a context for each call takes 8 us, which is as long as 16 KB take, so those for
/// decompression are kept. They take buffers, of at most 2 GiB; what is larger goes by address,
/// with a context of its own.
final class ZstdNative {
  /// Arrow's default.
  private static final int LEVEL = 1;

  /// Contexts take about 160 KB of native memory each, whatever the data.
  private static final Pool<ZstdDecompressCtx> CONTEXTS =
      new Pool<>(ZstdDecompressCtx::new, ZstdDecompressCtx::close);

  private ZstdNative() {}

  /// Decompresses one whole frame to the beginning of the target.
  ///
  /// @param offset where the frame begins, for errors
  /// @return the bytes written
  static long decompress(MemorySegment frame, MemorySegment target, long offset)
      throws CorruptDataException {
    try {
      return Math.max(frame.byteSize(), target.byteSize()) <= Integer.MAX_VALUE
          ? decompressSmall(frame, target)
          : decompressLarge(frame, target);
    } catch (ZstdException e) {
      if (e.getErrorCode() == Zstd.errMemoryAllocation()) {
        throw e;
      }
      throw e.getErrorCode() == Zstd.errDstSizeTooSmall()
          ? new CorruptDataException(
              offset, "a frame of more bytes", "at most " + target.byteSize())
          : new CorruptDataException(
              offset, "a damaged frame: " + e.getMessage(), "a Zstandard frame");
    }
  }

  private static int decompressSmall(MemorySegment frame, MemorySegment target) {
    ZstdDecompressCtx context = CONTEXTS.take();
    try {
      return context.decompressDirectByteBuffer(
          target.asByteBuffer(),
          0,
          (int) target.byteSize(),
          frame.asByteBuffer(),
          0,
          (int) frame.byteSize());
    } finally {
      CONTEXTS.giveBack(context);
    }
  }

  private static long decompressLarge(MemorySegment frame, MemorySegment target) {
    try {
      return verified(
          Zstd.decompressUnsafe(
              target.address(), target.byteSize(), frame.address(), frame.byteSize()));
    } finally {
      Reference.reachabilityFence(frame);
      Reference.reachabilityFence(target);
    }
  }

  /// Compresses to one frame.
  ///
  /// @return the bytes written
  static long compress(MemorySegment source, MemorySegment target) {
    try {
      return verified(
          Zstd.compressUnsafe(
              target.address(),
              target.byteSize(),
              source.address(),
              source.byteSize(),
              LEVEL,
              false));
    } finally {
      Reference.reachabilityFence(source);
      Reference.reachabilityFence(target);
    }
  }

  private static long verified(long result) {
    if (Zstd.isError(result)) {
      throw new ZstdException(result);
    }
    return result;
  }
}
