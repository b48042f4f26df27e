package io.zenith.codec;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.util.Native;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
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
  static final Optional<Pool<ZstdPieces>> POOL =
      Functions.find().map(found -> new Pool<>(() -> new ZstdPieces(found), ZstdPieces::close));

  /// As large as a float column of 64k rows, and small beside the cache.
  private static final int PIECE = 256 << 10;

  private static final int RESET_SESSION = 1;
  private static final int STABLE_TARGET = 1001;
  private static final int MOST_WINDOW_LOG = 100;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment piece = arena.allocate(PIECE);
  private final MemorySegment read = arena.allocate(JAVA_LONG);
  private final MemorySegment written = arena.allocate(JAVA_LONG);
  private final Functions functions;
  private final MemorySegment context;

  private ZstdPieces(Functions functions) {
    this.functions = functions;
    this.context = functions.newContext();
    functions.set(context, STABLE_TARGET, 1);
    functions.set(context, MOST_WINDOW_LOG, 31); // no memory is taken by it
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

  /// The C functions.
  private record Functions(
      MethodHandle create,
      MethodHandle free,
      MethodHandle set,
      MethodHandle reset,
      MethodHandle decompress) {

    private static Optional<Functions> find() {
      Native.load(); // where that asks for a warning, it has been given then
      MemoryLayout size = Linker.nativeLinker().canonicalLayouts().get("size_t");
      SymbolLookup library = SymbolLookup.loaderLookup();
      if (!ZstdPieces.class.getModule().isNativeAccessEnabled()
          || size == null
          || size.byteSize() != Long.BYTES
          || library.find("ZSTD_decompressStream_simpleArgs").isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new Functions(
              function(library, "ZSTD_createDCtx", FunctionDescriptor.of(ADDRESS)),
              function(library, "ZSTD_freeDCtx", FunctionDescriptor.of(JAVA_LONG, ADDRESS)),
              function(
                  library,
                  "ZSTD_DCtx_setParameter",
                  FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT)),
              function(
                  library, "ZSTD_DCtx_reset", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT)),
              function(
                  library,
                  "ZSTD_decompressStream_simpleArgs",
                  FunctionDescriptor.of(
                      JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG,
                      ADDRESS))));
    }

    @SuppressWarnings("restricted") // asked for before
    private static MethodHandle function(
        SymbolLookup library, String name, FunctionDescriptor signature) {
      return Linker.nativeLinker().downcallHandle(library.findOrThrow(name), signature);
    }

    private MemorySegment newContext() {
      try {
        MemorySegment made = (MemorySegment) create.invokeExact();
        if (made.address() == 0) {
          throw new OutOfMemoryError("native memory for Zstandard");
        }
        return made;
      } catch (OutOfMemoryError e) {
        throw e;
      } catch (Throwable e) {
        throw impossible(e);
      }
    }

    private void free(MemorySegment context) {
      try {
        long _ = (long) free.invokeExact(context);
      } catch (Throwable e) {
        throw impossible(e);
      }
    }

    private void set(MemorySegment context, int parameter, int value) {
      try {
        long _ = (long) set.invokeExact(context, parameter, value);
      } catch (Throwable e) {
        throw impossible(e);
      }
    }

    private void reset(MemorySegment context, int what) {
      try {
        long _ = (long) reset.invokeExact(context, what);
      } catch (Throwable e) {
        throw impossible(e);
      }
    }

    private long decompress(
        MemorySegment context,
        MemorySegment target,
        MemorySegment written,
        MemorySegment source,
        MemorySegment read) {
      try {
        return (long)
            decompress.invokeExact(
                context, target, target.byteSize(), written, source, source.byteSize(), read);
      } catch (Throwable e) {
        throw impossible(e);
      }
    }

    /// C throws nothing.
    private static AssertionError impossible(Throwable e) {
      return new AssertionError(e);
    }
  }
}
