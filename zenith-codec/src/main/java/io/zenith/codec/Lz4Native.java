package io.zenith.codec;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import net.jpountz.lz4.LZ4Factory;

/// Native code of LZ4, out of the library that lz4-java brings; its Java side knows no linked
/// blocks. Not to be handed a mapping.
///
/// @param decompressUsingDict `LZ4_decompress_safe_usingDict`
record Lz4Native(MethodHandle decompressUsingDict) {
  private static final String NATIVE_METHOD = "Java_net_jpountz_lz4_LZ4JNI_init";
  private static final String FUNCTION = "LZ4_decompress_safe_usingDict";

  /// The compressed block, where its bytes go, how many it has, how many there is room for, where
  /// the history begins, how long it is; gives the number of bytes, negative for a damaged block.
  private static final FunctionDescriptor SIGNATURE =
      FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

  /// The function, if the JVM runs native code for lz4-java and for this module without a warning,
  /// and there is a library for this system.
  static Optional<Lz4Native> find() {
    if (!isAllowed(LZ4Factory.class) || !isAllowed(Lz4Native.class)) {
      return Optional.empty();
    }
    try {
      LZ4Factory.nativeInstance(); // loads the library
      NativeLibrary library = new NativeLibrary(NATIVE_METHOD);
      return Optional.of(new Lz4Native(library.function(FUNCTION, SIGNATURE)));
    } catch (LinkageError | RuntimeException _) {
      return Optional.empty();
    }
  }

  private static boolean isAllowed(Class<?> caller) {
    return caller.getModule().isNativeAccessEnabled();
  }

  /// Decompresses a block.
  ///
  /// @param at where in the target its bytes go
  /// @param most how many there may be; nothing is written behind them
  /// @param history how many bytes before them matches may refer to
  /// @return how many there are, negative for a damaged block
  int decompress(MemorySegment block, MemorySegment target, long at, int most, int history) {
    try {
      return (int)
          decompressUsingDict.invokeExact(
              block,
              target.asSlice(at),
              (int) block.byteSize(),
              most,
              target.asSlice(at - history),
              history);
    } catch (Throwable e) {
      throw NativeLibrary.thrown(e);
    }
  }
}
