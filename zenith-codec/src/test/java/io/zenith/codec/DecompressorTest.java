package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds for all formats that are only decompressed.
class DecompressorTest {
  @TempDir private Path folder;

  static List<Decompressor> decompressors() {
    return Decompressors.ONLY;
  }

  private static byte[] sample(int kind, int size) {
    return Samples.of(kind, size, new SplittableRandom(11));
  }

  @ParameterizedTest
  @MethodSource("decompressors")
  void nothingAtAll(Decompressor codec) {
    assertThrows(CorruptDataException.class, () -> Samples.decompressInMemory(codec, 0));
    assertThrows(CorruptDataException.class, () -> Samples.decompressInMemory(codec, 1));
  }

  @ParameterizedTest
  @MethodSource("decompressors")
  void everyCut(Decompressor codec) {
    for (byte[] whole : Others.compress(codec, sample(5, 2000))) {
      for (int length = 0; length < whole.length; length++) {
        byte[] cut = Arrays.copyOf(whole, length);
        CorruptDataException e =
            assertThrows(
                CorruptDataException.class, () -> Samples.decompressInMemory(codec, 2000, cut));
        assertTrue(e.offset() <= length, e.getMessage());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("decompressors")
  void everyByteInverted(Decompressor codec) {
    for (int kind : new int[] {5, 6}) {
      for (byte[] whole : Others.compress(codec, sample(kind, 1500))) {
        for (int i = 0; i < whole.length; i++) {
          byte[] broken = whole.clone();
          broken[i] = (byte) ~broken[i];
          BrokenData.isRead(codec, 1500, broken);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("decompressors")
  void anythingBehindTheEnd(Decompressor codec) {
    for (byte[] whole : Others.compress(codec, sample(5, 1000))) {
      for (int more = 1; more < 12; more++) {
        byte[] zeros = Arrays.copyOf(whole, whole.length + more);
        byte[] others = zeros.clone();
        Arrays.fill(others, whole.length, others.length, (byte) 0xA5);
        for (byte[] longer : List.of(zeros, others)) {
          assertThrows(
              CorruptDataException.class, () -> Samples.decompressInMemory(codec, 1000, longer));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("decompressors")
  void anotherSizeThanDeclared(Decompressor codec) {
    for (byte[] whole : Others.compress(codec, sample(5, 70_000))) {
      for (int size : new int[] {0, 1, 69_999, 70_001, 140_000, 300_000}) {
        assertThrows(CorruptDataException.class, () -> Samples.decompress(codec, size, whole));
      }
    }
  }

  /// They stop at the end of the target, so that it takes no time.
  @ParameterizedTest
  @MethodSource("decompressors")
  void bombs(Decompressor codec) {
    for (byte[] bomb : Others.compress(codec, new byte[16 << 20])) {
      for (int size : new int[] {0, 10, 100_000}) {
        assertThrows(CorruptDataException.class, () -> Samples.decompress(codec, size, bomb));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("decompressors")
  void manyThreadsAtOnce(Decompressor codec) throws Exception {
    List<byte[]> compressed =
        IntStream.range(0, Samples.KINDS)
            .mapToObj(kind -> Others.compress(codec, sample(kind, 200_000)).getFirst())
            .toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<byte[]>> all =
          IntStream.range(0, 40)
              .mapToObj(i ->
                  threads.submit(
                      () -> Samples.decompress(codec, 200_000, compressed.get(i % Samples.KINDS))))
              .toList();
      for (int i = 0; i < all.size(); i++) {
        assertArrayEquals(sample(i % Samples.KINDS, 200_000), all.get(i).get());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("decompressors")
  void memoryOfTheWrongKind(Decompressor codec) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(2000);
      MemorySegment heap = MemorySegment.ofArray(new byte[2000]);
      refuses(codec, heap, memory);
      refuses(codec, memory, heap);
      refuses(codec, arena.allocate(9), memory.asReadOnly());
      refuses(codec, memory.asSlice(0, 100), memory.asSlice(99));
      try (FileChannel file =
          FileChannel.open(
              folder.resolve("file"),
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        refuses(codec, memory, file.map(MapMode.READ_WRITE, 0, 2000, arena));
      }
    }
  }

  private static void refuses(Decompressor codec, MemorySegment source, MemorySegment target) {
    assertThrows(IllegalArgumentException.class, () -> codec.decompress(source, target));
  }

  @ParameterizedTest
  @MethodSource("decompressors")
  void memoryThatIsClosed(Decompressor codec) {
    MemorySegment closed;
    try (Arena arena = Arena.ofConfined()) {
      closed = arena.allocate(2000);
    }
    MemorySegment memory = Arena.ofAuto().allocate(2000);
    assertThrows(IllegalStateException.class, () -> codec.decompress(closed, memory));
    assertThrows(IllegalStateException.class, () -> codec.decompress(memory, closed));
  }

  @ParameterizedTest
  @MethodSource("decompressors")
  void theMostThatManyBytesCanStandFor(Decompressor codec) {
    assertEquals(0, codec.maxDecompressedBytes(0));
    assertEquals(Long.MAX_VALUE, codec.maxDecompressedBytes(Long.MAX_VALUE));
  }
}
