package io.zenith.codec;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Gigabytes of zeros that the system provides when they are touched: arenas write the zeros, which
/// takes seconds.
@SuppressWarnings("restricted") // the library of C
final class Untouched {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle CALLOC =
      function("calloc", FunctionDescriptor.of(ADDRESS, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle FREE = function("free", FunctionDescriptor.ofVoid(ADDRESS));

  private Untouched() {}

  private static MethodHandle function(String name, FunctionDescriptor signature) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), signature);
  }

  /// Zeros, freed with the arena.
  static MemorySegment allocate(Arena arena, long size) {
    try {
      MemorySegment memory = (MemorySegment) CALLOC.invokeExact(1L, size);
      assertEquals(false, memory.equals(MemorySegment.NULL), "no memory");
      return memory.reinterpret(size, arena, Untouched::free);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static void free(MemorySegment memory) {
    try {
      FREE.invokeExact(memory);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /// Decompresses what is all zeros, into memory that is zeros again afterwards.
  static void decompressZeros(Decompressor codec, MemorySegment source, MemorySegment zeros)
      throws CorruptDataException {
    long size = zeros.byteSize();
    for (long at = 0; at < size; at += 1 << 20) {
      zeros.set(ValueLayout.JAVA_BYTE, at, (byte) 1);
    }
    zeros.asSlice(size - (1 << 20)).fill((byte) 1);
    codec.decompress(source, zeros);
    for (long at = 0; at < size; at += 1 << 20) {
      assertEquals(0, zeros.get(ValueLayout.JAVA_BYTE, at));
    }
    assertEquals(0, zeros.get(ValueLayout.JAVA_BYTE, size - 1));
  }
}
