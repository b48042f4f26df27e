package io.zenith.codec;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;

/// The C functions of a library that a Java library has loaded for its own native methods.
///
/// Names are looked up in all libraries of the class loader. Others may bring the same compressor
/// along, perhaps an older one, and contexts of the one must not get into functions of the other:
/// so the system is asked where each function comes from.
final class NativeLibrary {
  private static final SymbolLookup SYMBOLS = SymbolLookup.loaderLookup();

  /// `Dl_info`: a name and where the library begins, then the same of the function.
  private static final MemoryLayout PLACE = MemoryLayout.sequenceLayout(4, ADDRESS);

  private final MethodHandle dladdr;
  private final MemorySegment start;

  /// The library that has a native method. This module may run native code without a warning.
  ///
  /// @param method its name in C
  /// @throws NoSuchElementException if there is none, or the system cannot tell where a function
  ///   comes from, or `size_t` is not a `long`
  NativeLibrary(String method) {
    Linker linker = Linker.nativeLinker();
    MemoryLayout size = linker.canonicalLayouts().get("size_t");
    if (size == null || size.byteSize() != Long.BYTES) {
      throw new NoSuchElementException("size_t of 8 bytes");
    }
    dladdr =
        downcall(
            linker.defaultLookup().findOrThrow("dladdr"),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    start = startOfLibrary(SYMBOLS.findOrThrow(method));
  }

  /// A function.
  ///
  /// @throws NoSuchElementException if the library has none of this name, or another library has
  ///   one that is found first
  MethodHandle function(String name, FunctionDescriptor signature) {
    MemorySegment code = SYMBOLS.findOrThrow(name);
    if (!startOfLibrary(code).equals(start)) {
      throw new NoSuchElementException(name + " is of another library");
    }
    return downcall(code, signature);
  }

  private MemorySegment startOfLibrary(MemorySegment code) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment place = arena.allocate(PLACE);
      if ((int) dladdr.invokeExact(code, place) == 0) {
        throw new NoSuchElementException("a library with " + code);
      }
      return place.getAtIndex(ADDRESS, 1);
    } catch (Throwable e) {
      throw thrown(e);
    }
  }

  @SuppressWarnings("restricted") // whoever comes here has asked
  private static MethodHandle downcall(MemorySegment code, FunctionDescriptor signature) {
    return Linker.nativeLinker().downcallHandle(code, signature);
  }

  /// Throws on what the call of a function threw: C throws nothing, but segments may be closed.
  static AssertionError thrown(Throwable e) {
    switch (e) {
      case RuntimeException unchecked -> throw unchecked;
      case Error error -> throw error;
      default -> throw new AssertionError(e);
    }
  }
}
