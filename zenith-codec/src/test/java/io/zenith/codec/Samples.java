package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/// Bytes of many kinds to be compressed.
final class Samples {
  /// Around what is special for one codec or the other.
  static final int[] SIZES = {
    0, 1, 2, 3, 4, 5, 7, 8, 11, 12, 13, 15, 16, 17, 18, 19, 20, 31, 32, 33, 64, 100, 255, 256, 257,
    300, 1000, 4096, 8191, 8192, 8193, 32767, 32768, 32769, 65535, 65536, 65537, 131071, 131073,
    196608, 262143, 262144, 262145, 300_001, 524_289
  };

  /// The kinds.
  static final int KINDS = 8;

  private Samples() {}

  /// So many bytes of a kind.
  static byte[] of(int kind, int size, SplittableRandom random) {
    ByteBuffer bytes = ByteBuffer.allocate(size + Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.position() < size) {
      switch (kind) {
        case 0 -> bytes.putLong(random.nextLong());
        case 1 -> bytes.putLong(0x2A2A2A2A2A2A2A2AL);
        case 2 -> bytes.putLong(bytes.position() / 8);
        case 3 -> bytes.putLong(random.nextInt(10));
        case 4 -> bytes.putFloat(Math.round(random.nextGaussian() * 100) / 10f);
        case 5 -> put(bytes, word(random.nextInt(500)));
        case 6 -> put(bytes, repeated(random));
        default -> put(bytes, mixed(random));
      }
    }
    byte[] result = new byte[size];
    bytes.get(0, result);
    return result;
  }

  private static void put(ByteBuffer bytes, byte[] more) {
    bytes.put(more, 0, Math.min(more.length, bytes.remaining()));
  }

  private static byte[] word(int number) {
    return (Integer.toString(number * 7919, 36) + " ").getBytes(StandardCharsets.US_ASCII);
  }

  /// A unit of any small size, many times: matches at all small distances, of all lengths.
  private static byte[] repeated(SplittableRandom random) {
    byte[] unit = new byte[1 + random.nextInt(20)];
    random.nextBytes(unit);
    byte[] bytes = new byte[1 + random.nextInt(1 << random.nextInt(14))];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = unit[i % unit.length];
    }
    return bytes;
  }

  /// Runs of what does not compress, between those that do.
  private static byte[] mixed(SplittableRandom random) {
    if (random.nextBoolean()) {
      return repeated(random);
    }
    byte[] bytes = new byte[1 + random.nextInt(1 << random.nextInt(18))];
    random.nextBytes(bytes);
    return bytes;
  }

  /// A copy in native memory, at any alignment.
  static MemorySegment inMemory(Arena arena, byte... bytes) {
    int shift = bytes.length % 8;
    MemorySegment segment = arena.allocate(bytes.length + shift, 8).asSlice(shift);
    MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return segment;
  }

  static byte[] toArray(MemorySegment segment) {
    return segment.toArray(ValueLayout.JAVA_BYTE);
  }

  static byte[] compress(Codec codec, byte... bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(codec.maxCompressedBytes(bytes.length));
      return toArray(target.asSlice(0, codec.compress(inMemory(arena, bytes), target)));
    }
  }

  /// A copy in a mapped file.
  static MemorySegment inMapping(Arena arena, byte... bytes) {
    try {
      Path file = Files.createTempFile("zenith-codec", null);
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE)) {
        MemorySegment segment = channel.map(MapMode.READ_WRITE, 0, bytes.length, arena);
        return segment.copyFrom(MemorySegment.ofArray(bytes));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What comes out, which is the same of native memory and of a mapping.
  static byte[] decompress(Decompressor codec, int size, byte... compressed)
      throws CorruptDataException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mapped = inMapping(arena, compressed);
      try {
        byte[] result = decompress(codec, size, arena, inMemory(arena, compressed));
        assertArrayEquals(result, decompress(codec, size, arena, mapped));
        return result;
      } catch (CorruptDataException e) {
        CorruptDataException again =
            assertThrows(CorruptDataException.class, () -> decompress(codec, size, arena, mapped));
        assertEquals(e.getMessage(), again.getMessage());
        throw e;
      }
    }
  }

  /// What comes out of native memory alone, which is cheaper by a file.
  static byte[] decompressInMemory(Decompressor codec, int size, byte... compressed)
      throws CorruptDataException {
    try (Arena arena = Arena.ofConfined()) {
      return decompress(codec, size, arena, inMemory(arena, compressed));
    }
  }

  private static byte[] decompress(Decompressor codec, int size, Arena arena, MemorySegment source)
      throws CorruptDataException {
    Guarded target = new Guarded(arena, size);
    codec.decompress(source, target.inner());
    target.verify();
    return toArray(target.inner());
  }
}
