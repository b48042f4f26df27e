package io.zenith.codec;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.util.Native;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.SymbolLookup;
import java.util.NoSuchElementException;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Functions come from the library that is meant, or not at all.
@EnabledOnOs(OS.LINUX) // elsewhere a library may not show its functions
class NativeLibraryTest {
  private static final String LZ4 = "Java_net_jpountz_lz4_LZ4JNI_init";
  private static final FunctionDescriptor NUMBER = FunctionDescriptor.of(JAVA_INT);

  @BeforeAll
  static void loadBoth() {
    LZ4Factory.nativeInstance();
    Native.load();
  }

  @Test
  void aFunctionOfTheLibrary() throws Throwable {
    int version = (int) new NativeLibrary(LZ4).function("LZ4_versionNumber", NUMBER).invokeExact();
    assertEquals(1, version / 10_000);
  }

  @Test
  void aFunctionOfAnotherLibraryIsNone() {
    NativeLibrary library = new NativeLibrary(LZ4);
    assertTrue(SymbolLookup.loaderLookup().find("ZSTD_createDCtx").isPresent());
    assertThrows(NoSuchElementException.class, () -> library.function("ZSTD_createDCtx", NUMBER));
  }

  @Test
  void whatIsMissingIsNone() {
    NativeLibrary library = new NativeLibrary(LZ4);
    assertThrows(NoSuchElementException.class, () -> library.function("LZ4_none", NUMBER));
    assertThrows(NoSuchElementException.class, () -> new NativeLibrary("Java_none"));
  }
}
