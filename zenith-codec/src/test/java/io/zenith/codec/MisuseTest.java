package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Segments that a codec must not work on are refused before anything is touched.
class MisuseTest {
  @TempDir private Path folder;

  static List<Codec> codecs() {
    return Decompressors.CODECS;
  }

  private static void refuses(
      Class<? extends RuntimeException> kind,
      Codec codec,
      MemorySegment source,
      MemorySegment target) {
    assertThrows(kind, () -> codec.decompress(source, target));
    assertThrows(kind, () -> codec.compress(source, target));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void memoryOfTheWrongKind(Codec codec) throws IOException {
    Class<? extends RuntimeException> wrong = IllegalArgumentException.class;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(2000);
      MemorySegment source = arena.allocate(10);
      MemorySegment heap = MemorySegment.ofArray(new byte[2000]);
      refuses(wrong, codec, heap, memory);
      refuses(wrong, codec, source, heap);
      refuses(wrong, codec, source, memory.asReadOnly());
      refuses(wrong, codec, memory.asSlice(0, 100), memory.asSlice(99));
      try (FileChannel file =
          FileChannel.open(
              folder.resolve("file"),
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        refuses(wrong, codec, source, file.map(MapMode.READ_WRITE, 0, 2000, arena));
      }
      long needed = codec.maxCompressedBytes(10);
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> codec.compress(source, memory.asSlice(0, needed - 1)));
      assertEquals(
          "a target of " + (needed - 1) + " bytes; " + needed + " may be needed", e.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void memoryThatIsClosedOrOfAnotherThread(Codec codec) {
    MemorySegment closed;
    try (Arena arena = Arena.ofConfined()) {
      closed = arena.allocate(2000);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(2000);
      refuses(IllegalStateException.class, codec, closed, memory);
      refuses(IllegalStateException.class, codec, memory, closed);
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(
              () -> codec.compress(memory.asSlice(0, 10), memory.asSlice(10)));
      CompletionException e = assertThrows(CompletionException.class, other::join);
      assertEquals(WrongThreadException.class, e.getCause().getClass());
    }
  }
}
