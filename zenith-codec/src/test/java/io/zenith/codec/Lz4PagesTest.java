package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Blocks of LZ4 without framing, and in that of Hadoop.
class Lz4PagesTest {
  static List<Decompressor> raw() {
    return Decompressors.LZ4_RAW;
  }

  static List<Decompressor> hadoop() {
    return Decompressors.LZ4_HADOOP;
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static void refuses(Decompressor lz4, int size, String message, int... data) {
    CorruptDataException e =
        assertThrows(CorruptDataException.class, () -> Samples.decompress(lz4, size, bytes(data)));
    assertEquals(message, e.getMessage());
  }

  @ParameterizedTest
  @MethodSource("raw")
  void blocksByHand(Decompressor lz4) throws CorruptDataException {
    assertArrayEquals(bytes(), Samples.decompress(lz4, 0, bytes(0)));
    assertArrayEquals(bytes(7, 8), Samples.decompress(lz4, 2, bytes(0x20, 7, 8)));
    refuses(lz4, 3, "offset 3: found the end after 2 bytes, expected 3 bytes", 0x20, 7, 8);
    refuses(
        lz4, 1, "offset 1: found 2 bytes more, expected at most 1 more in this block", 0x20, 7, 8);
    refuses(lz4, 6, "offset 2: found a match 2 bytes back, expected 1 to 1", 0x10, 7, 2, 0);
  }

  /// Native code leaves them to Java.
  @ParameterizedTest
  @MethodSource("raw")
  void aMappedBlockOfManyMegabytes(Decompressor lz4) throws CorruptDataException {
    byte[] expected = Samples.of(0, 5 << 20, new SplittableRandom(12));
    byte[] block = Others.compress(lz4, expected).getFirst();
    assertArrayEquals(expected, Samples.decompress(lz4, expected.length, block));
  }

  @ParameterizedTest
  @MethodSource("hadoop")
  void chunksByHand(Decompressor lz4) throws CorruptDataException {
    assertArrayEquals(bytes(), Samples.decompress(lz4, 0, bytes(0, 0, 0, 0)));
    assertArrayEquals(bytes(), Samples.decompress(lz4, 0, bytes(0, 0, 0, 0, 0, 0, 0, 1, 0)));
    assertArrayEquals(
        bytes(7, 8, 9),
        Samples.decompress(lz4, 3, bytes(0, 0, 0, 3, 0, 0, 0, 3, 0x20, 7, 8, 0, 0, 0, 2, 0x10, 9)));
    assertArrayEquals(bytes(7, 8), Samples.decompress(lz4, 2, bytes(0x20, 7, 8)));
    refuses(
        lz4, 3, "offset 4: found a chunk of 4 bytes, expected at most 3", 0, 0, 0, 4, 0, 0, 0, 3);
    refuses(
        lz4,
        3,
        "offset 4: found a chunk of 4294967295 bytes, expected at most 3",
        0xFF,
        0xFF,
        0xFF,
        0xFF,
        0);
    refuses(
        lz4,
        3,
        "offset 8: found the end after 1 bytes of a block, expected 3 bytes",
        0,
        0,
        0,
        3,
        0,
        0,
        0,
        3,
        0x20);
    refuses(
        lz4,
        3,
        "offset 15: found a match 1 bytes back, expected 1 to 0",
        0,
        0,
        0,
        3,
        0,
        0,
        0,
        2,
        0x10,
        7,
        0,
        0,
        0,
        4,
        0,
        1,
        0,
        0);
    refuses(
        lz4,
        2,
        "offset 9: found 2 bytes more, expected at most 1 more in this block",
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        3,
        0x20,
        7,
        8);
  }

  /// Which native code leaves to Java.
  @Test
  void aBlockOfMoreThanTwoGigabytes() throws CorruptDataException {
    long size = (1L << 31) + 12_345;
    long match = size - 1 - 5 - 4 - 15; // beside a literal, five at the end, and what has no byte
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = Untouched.allocate(arena, size);
      MemorySegment block = arena.allocate(4 + match / 255 + 1 + 6);
      block.fill((byte) 255);
      MemorySegment.copy(MemorySegment.ofArray(bytes(0x1F, 0, 1, 0)), 0, block, 0, 4);
      MemorySegment end = MemorySegment.ofArray(bytes((int) (match % 255), 0x50, 0, 0, 0, 0, 0));
      MemorySegment.copy(end, 0, block, block.byteSize() - 7, 7);
      Untouched.decompressZeros(Decompressor.lz4Raw(), block, target);
    }
  }
}
