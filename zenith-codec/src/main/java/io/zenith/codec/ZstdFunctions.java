package io.zenith.codec;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.util.Native;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;
import java.util.Optional;

/// The C functions of Zstandard that decompress piece by piece, out of the library that zstd-jni
/// brings. Not to be handed a mapping.
///
/// @param create `ZSTD_createDCtx`
/// @param free `ZSTD_freeDCtx`
/// @param set `ZSTD_DCtx_setParameter`
/// @param reset `ZSTD_DCtx_reset`
/// @param decompress `ZSTD_decompressStream_simpleArgs`
record ZstdFunctions(
    MethodHandle create,
    MethodHandle free,
    MethodHandle set,
    MethodHandle reset,
    MethodHandle decompress) {
  private static final String NATIVE_METHOD = "Java_com_github_luben_zstd_Zstd_decompressUnsafe";

  /// The functions, if this module may run native code without a warning, and the library has all
  /// of them.
  static Optional<ZstdFunctions> find() {
    Native.load(); // where that asks for a warning, it has been given then
    if (!ZstdFunctions.class.getModule().isNativeAccessEnabled()) {
      return Optional.empty();
    }
    try {
      NativeLibrary library = new NativeLibrary(NATIVE_METHOD);
      return Optional.of(
          new ZstdFunctions(
              library.function("ZSTD_createDCtx", FunctionDescriptor.of(ADDRESS)),
              library.function("ZSTD_freeDCtx", FunctionDescriptor.of(JAVA_LONG, ADDRESS)),
              library.function(
                  "ZSTD_DCtx_setParameter",
                  FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT)),
              library.function(
                  "ZSTD_DCtx_reset", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT)),
              library.function(
                  "ZSTD_decompressStream_simpleArgs",
                  FunctionDescriptor.of(
                      JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG,
                      ADDRESS))));
    } catch (NoSuchElementException _) {
      return Optional.empty();
    }
  }

  MemorySegment newContext() {
    try {
      MemorySegment made = (MemorySegment) create.invokeExact();
      if (made.address() == 0) {
        throw new OutOfMemoryError("native memory for Zstandard");
      }
      return made;
    } catch (Throwable e) {
      throw NativeLibrary.thrown(e);
    }
  }

  void free(MemorySegment context) {
    try {
      long _ = (long) free.invokeExact(context);
    } catch (Throwable e) {
      throw NativeLibrary.thrown(e);
    }
  }

  /// Sets a parameter.
  ///
  /// @return whether the library takes it
  boolean set(MemorySegment context, int parameter, int value) {
    try {
      return !Zstd.isError((long) set.invokeExact(context, parameter, value));
    } catch (Throwable e) {
      throw NativeLibrary.thrown(e);
    }
  }

  void reset(MemorySegment context, int what) {
    try {
      long _ = (long) reset.invokeExact(context, what); // refuses a change of parameters only
    } catch (Throwable e) {
      throw NativeLibrary.thrown(e);
    }
  }

  /// Goes on.
  ///
  /// @param written how many bytes the target has, before and after
  /// @param read how many bytes of the source were read, before and after
  /// @return 0 at the end of the frame, more before, or an error
  long decompress(
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
      throw NativeLibrary.thrown(e);
    }
  }
}
