package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Property;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

/// Elements of Snappy of all kinds: what they stand for, or what is wrong with them.
class SnappyTest {
  private static final Decompressor SNAPPY = Decompressor.snappy();

  private static byte[] decompress(int size, byte... data) throws CorruptDataException {
    return Samples.decompress(SNAPPY, size, data);
  }

  private static void refuses(int size, String message, byte... data) {
    assertEquals(
        message,
        assertThrows(CorruptDataException.class, () -> decompress(size, data)).getMessage());
  }

  @Test
  void elementsOfAllKinds() {
    Property.check(
        600,
        (random, _) -> {
          SnappyStreams stream = SnappyStreams.random(20, random);
          byte[] expected = stream.bytes();
          byte[] compressed = stream.compressed();
          assertArrayEquals(expected, Snappy.uncompress(compressed));
          assertArrayEquals(
              expected, Samples.decompressInMemory(SNAPPY, expected.length, compressed));
          assertTrue(expected.length <= SNAPPY.maxDecompressedBytes(compressed.length));
        });
  }

  /// No more is refused than what the library refuses, and no less.
  @Test
  void whatTheLibraryRefuses() {
    int[] outcomes = new int[2];
    Property.check(
        8_000,
        (random, _) -> {
          SnappyStreams stream = SnappyStreams.random(11, random);
          byte[] data = stream.compressed();
          int size = stream.bytes().length;
          int start = SnappyStreams.data(size).length;
          for (int i = random.nextInt(3); i >= 0; i--) {
            data[random.nextInt(start, data.length)] ^= (byte) (1 << random.nextInt(8));
          }
          byte[] theirs = uncompress(data);
          boolean read = theirs.length == size;
          assertEquals(read, BrokenData.isRead(SNAPPY, size, data));
          outcomes[read ? 1 : 0]++;
        });
    assertTrue(outcomes[0] > 100 && outcomes[1] > 100, () -> Arrays.toString(outcomes));
  }

  private static byte[] uncompress(byte... data) {
    try {
      return Snappy.uncompress(data);
    } catch (IOException _) {
      return new byte[0];
    }
  }

  @Test
  void matchesFromFurtherThanTheWindow() throws CorruptDataException {
    byte[] noise = Samples.of(0, 700_000, new SplittableRandom(9));
    for (int distance : new int[] {65_535, 65_536, 65_537, 262_144, 262_145, 699_000, 700_000}) {
      SnappyStreams stream =
          new SnappyStreams().literal(3, noise).match(3, distance, 64).match(3, distance, 1);
      stream.match(2, 1, 64).literal(0, (byte) 1).match(3, distance, 64);
      byte[] expected = stream.bytes();
      assertArrayEquals(expected, decompress(expected.length, stream.compressed()));
    }
  }

  @Test
  void whatIsWrong() throws CorruptDataException {
    assertArrayEquals(new byte[0], decompress(0, SnappyStreams.data(0)));
    refuses(0, "offset 0: found the end after 0 bytes of a header, expected 1 bytes");
    refuses(1, "offset 0: found data of 0 bytes, expected 1 bytes", SnappyStreams.data(0));
    refuses(
        0,
        "offset 0: found data of 4294967295 bytes, expected 0 bytes",
        SnappyStreams.data(0xFFFF_FFFFL));
    refuses(
        0,
        "offset 5: found a length of more than 32 bits, expected at most 32 bits",
        SnappyStreams.data(1L << 32));
    refuses(
        0,
        "offset 5: found a length of more than 32 bits, expected at most 32 bits",
        new byte[] {-128, -128, -128, -128, -128, 0});
    refuses(
        2,
        "offset 3: found the end after 1 bytes, expected 2 bytes",
        SnappyStreams.data(2, new byte[] {0, 7}));
    refuses(
        1,
        "offset 4: found 1 bytes more, expected at most 0 more",
        SnappyStreams.data(1, new byte[] {0, 7, 0, 7}));
    refuses(
        9,
        "offset 2: found 2 literals, expected at most the 1 bytes left",
        SnappyStreams.data(9, new byte[] {1 << 2, 7}));
    refuses(
        9,
        "offset 2: found the end of a block inside an element, expected the rest of it",
        SnappyStreams.data(9, new byte[] {(byte) (61 << 2)}));
    refuses(
        9,
        "offset 6: found 4294967296 literals, expected at most the 1 bytes left",
        SnappyStreams.data(9, new byte[] {(byte) (63 << 2), -1, -1, -1, -1, 7}));
    refuses(
        9,
        "offset 5: found a match 2 bytes back, expected 1 to 1",
        SnappyStreams.data(9, new byte[] {0, 7, 1, 2}));
    refuses(
        9,
        "offset 5: found a match 0 bytes back, expected 1 to 1",
        SnappyStreams.data(9, new byte[] {0, 7, 1, 0}));
    refuses(
        9,
        "offset 8: found a match 4294967295 bytes back, expected 1 to 1",
        SnappyStreams.data(9, new byte[] {0, 7, 3, -1, -1, -1, -1}));
    refuses(
        4,
        "offset 5: found 4 bytes more, expected at most 3 more",
        SnappyStreams.data(4, new byte[] {0, 7, 1, 1}));
  }
}
