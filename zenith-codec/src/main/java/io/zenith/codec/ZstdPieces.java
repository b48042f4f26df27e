package io.zenith.codec;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import com.github.luben.zstd.Zstd;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Decompresses a frame of a mapping piece by piece, so that no more than a piece is copied out of
/// the mapping at a time, and it is in the processor's cache when native code reads it; can be used
/// again and again, by one thread at a time.
///
/// Native code goes by its stream functions, and is promised that the target stays where it is:
/// then it finds there what matches repeat, and takes no memory for a window.
final class ZstdPieces {
  /// Those in reserve, if this module may run native code without a warning, and the library of
  /// zstd-jni has what is needed.
  static final Optional<Pool<ZstdPieces>> POOL = ZstdFunctions.find().flatMap(ZstdPieces::pool);

  /// As large as a float column of 64k rows, and small beside the cache.
  private static final int PIECE = 256 << 10;

  private static final int RESET_SESSION = 1;
  private static final int STABLE_TARGET = 1001;
  private static final int MOST_WINDOW_LOG = 100;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment piece = arena.allocate(PIECE);
  private final MemorySegment read = arena.allocate(JAVA_LONG);
  private final MemorySegment written = arena.allocate(JAVA_LONG);
  private final ZstdFunctions functions;
  private final MemorySegment context;

  private ZstdPieces(ZstdFunctions functions) {
    this.functions = functions;
    this.context = functions.newContext();
    if (!prepares(functions, context)) {
      throw new IllegalStateException("Zstandard refuses what it took before");
    }
  }

  /// A pool of them, if the functions do what they have to.
  static Optional<Pool<ZstdPieces>> pool(ZstdFunctions functions) {
    MemorySegment trial = functions.newContext();
    try {
      return prepares(functions, trial)
          ? Optional.of(new Pool<>(() -> new ZstdPieces(functions), ZstdPieces::close))
          : Optional.empty();
    } finally {
      functions.free(trial);
    }
  }

  /// Without the first promise a window of 2^31 bytes would take as much memory.
  private static boolean prepares(ZstdFunctions functions, MemorySegment context) {
    return functions.set(context, STABLE_TARGET, 1) && functions.set(context, MOST_WINDOW_LOG, 31);
  }

  private void close() {
    functions.free(context);
    arena.close();
  }

  /// Decompresses one whole frame to the beginning of the target.
  ///
  /// @param offset where the frame begins, for errors
  /// @return the bytes written
  long decompress(MemorySegment frame, MemorySegment target, long offset)
      throws CorruptDataException {
    functions.reset(context, RESET_SESSION);
    written.set(JAVA_LONG, 0, 0);
    long left = -1;
    for (long at = 0; at < frame.byteSize(); ) {
      long size = Math.min(PIECE, frame.byteSize() - at);
      MemorySegment source = piece.asSlice(0, size).copyFrom(frame.asSlice(at, size));
      for (read.set(JAVA_LONG, 0, 0); read.get(JAVA_LONG, 0) < size; ) {
        long before = read.get(JAVA_LONG, 0) + written.get(JAVA_LONG, 0);
        left = functions.decompress(context, target, written, source, read);
        if (Zstd.isError(left) || read.get(JAVA_LONG, 0) + written.get(JAVA_LONG, 0) == before) {
          throw new CorruptDataException(offset, "a damaged frame", "a Zstandard frame");
        }
      }
      at += size;
    }
    if (left != 0) {
      throw new CorruptDataException(offset, "a frame that goes on", "its end");
    }
    return written.get(JAVA_LONG, 0);
  }
}
