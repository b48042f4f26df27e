package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// What mapped sources need of the library of Zstandard.
@EnabledOnOs(OS.LINUX) // elsewhere the library may not show the functions
class ZstdPiecesTest {
  private static final int NO_PARAMETER = 4711;

  @Test
  void areThereWhereTheyAreAllowed() {
    assertTrue(ZstdPieces.POOL.isPresent());
  }

  /// As a library would that knows no stable targets.
  @Test
  void areNotUsedIfAParameterIsRefused() {
    ZstdFunctions all = ZstdFunctions.find().orElseThrow();
    assertTrue(ZstdPieces.pool(all).isPresent());
    MethodHandle refused =
        MethodHandles.dropArguments(
            MethodHandles.insertArguments(all.set(), 1, NO_PARAMETER), 1, int.class);
    ZstdFunctions other =
        new ZstdFunctions(all.create(), all.free(), refused, all.reset(), all.decompress());
    assertFalse(ZstdPieces.pool(other).isPresent());
  }

  @Test
  void aTargetThatWasClosedMeanwhileIsNoBugOfOurs() {
    Pool<ZstdPieces> pool = ZstdPieces.POOL.orElseThrow();
    ZstdPieces pieces = pool.take();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = Samples.inMemory(arena, Samples.compress(Codec.zstd(), new byte[9]));
      Arena closed = Arena.ofConfined();
      MemorySegment target = closed.allocate(9);
      closed.close();
      assertThrows(IllegalStateException.class, () -> pieces.decompress(source, target, 0));
    } finally {
      pool.giveBack(pieces);
    }
  }
}
