package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Property;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is compressed decompresses to itself.
class RoundTripTest {
  @TempDir private Path folder;

  static List<Codec> codecs() {
    return Decompressors.CODECS;
  }

  private static void check(Codec codec, byte... bytes) throws CorruptDataException {
    byte[] compressed = Samples.compress(codec, bytes);
    assertTrue(compressed.length <= codec.maxCompressedBytes(bytes.length));
    assertArrayEquals(bytes, Samples.decompress(codec, bytes.length, compressed));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void everyKindAtEveryBorder(Codec codec) throws CorruptDataException {
    SplittableRandom random = new SplittableRandom(1);
    for (int size : Samples.SIZES) {
      for (int kind = 0; kind < Samples.KINDS; kind++) {
        check(codec, Samples.of(kind, size, random));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void anyBytes(Codec codec) throws Exception {
    Property.checkSideBySide(
        400,
        (random, number) -> {
          int size = random.nextInt(1 << random.nextInt(21));
          check(codec, Samples.of(number % Samples.KINDS, size, random));
        });
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void nothingAsArrowHasIt(Codec codec) throws CorruptDataException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(codec.maxCompressedBytes(0));
      MemorySegment compressed = target.asSlice(0, codec.compress(MemorySegment.NULL, target));
      codec.decompress(compressed, MemorySegment.NULL);
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void mappedFiles(Codec codec) throws IOException, CorruptDataException {
    byte[] bytes = Samples.of(5, 700_000, new SplittableRandom(2));
    Path raw = Files.write(folder.resolve("raw"), bytes);
    Path packed = Files.write(folder.resolve("packed"), Samples.compress(codec, bytes));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(codec.maxCompressedBytes(bytes.length));
      long size = codec.compress(map(raw, arena), target);
      assertEquals(-1, map(packed, arena).mismatch(target.asSlice(0, size)));
      MemorySegment result = arena.allocate(bytes.length);
      codec.decompress(map(packed, arena), result);
      assertArrayEquals(bytes, Samples.toArray(result));
    }
  }

  private static MemorySegment map(Path file, Arena arena) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      return channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void manyThreadsAtOnce(Codec codec) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<?>> all =
          IntStream.range(0, 64)
              .<Future<?>>mapToObj(i ->
                  threads.submit(() -> {
                    SplittableRandom random = new SplittableRandom(i);
                    check(codec, Samples.of(i % Samples.KINDS, 200_000, random));
                    return null;
                  }))
              .toList();
      for (Future<?> one : all) {
        one.get();
      }
    }
  }

  @Test
  void aConstantColumnOfMoreThanTwoGigabytes() throws CorruptDataException {
    long size = (1L << 31) + 12_345;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = Untouched.allocate(arena, size);
      MemorySegment room = Untouched.allocate(arena, Codec.zstd().maxCompressedBytes(size));
      for (List<Codec> readers : List.of(Decompressors.LZ4_FRAME, List.of(Codec.zstd()))) {
        long length = readers.getFirst().compress(bytes, room); // zeros, here and again below
        assertTrue(length < size / 200, () -> readers + ": " + length);
        for (Codec codec : readers) {
          Untouched.decompressZeros(codec, room.asSlice(0, length), bytes);
        }
      }
    }
  }
}
