package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Property;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// A library's stream as a decompressor, which is Brotli's here.
///
/// The resources are texts of words as PyArrow compresses them, at three levels.
class BrotliTest {
  private static final Decompressor BROTLI = Decompressors.BROTLI;
  private static final int[] LEVELS = {1, 5, 11};
  private static final int SIZE = 3000;

  private static byte[] resource(String name) throws IOException {
    try (InputStream stream = BrotliTest.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new AssertionError("no " + name);
      }
      return stream.readAllBytes();
    }
  }

  private static byte[] compressed(int level) throws IOException {
    return resource("words-" + level + ".br");
  }

  private static byte[] words() throws IOException {
    return resource("words.txt");
  }

  private static CorruptDataException refused(int size, byte... data) {
    return assertThrows(CorruptDataException.class, () -> Samples.decompress(BROTLI, size, data));
  }

  @Test
  void allLevels() throws IOException, CorruptDataException {
    for (int level : LEVELS) {
      assertArrayEquals(words(), Samples.decompress(BROTLI, SIZE, compressed(level)));
    }
  }

  @Test
  void everyCut() throws IOException {
    for (int level : LEVELS) {
      byte[] whole = compressed(level);
      for (int length = 0; length < whole.length; length++) {
        byte[] cut = Arrays.copyOf(whole, length);
        assertThrows(
            CorruptDataException.class, () -> Samples.decompressInMemory(BROTLI, SIZE, cut));
      }
    }
  }

  @Test
  void whatIsWrong() throws IOException {
    byte[] whole = compressed(5);
    assertEquals(
        "offset " + whole.length + ": found the end after 3000 bytes, expected 3001 bytes",
        refused(SIZE + 1, whole).getMessage());
    assertEquals("more bytes", refused(SIZE - 1, whole).found());
    assertEquals("more bytes", refused(0, whole).found());
    for (int more : new int[] {1, 2, 3, 4, 5, 100, 5000, 100_000}) {
      refused(SIZE, Arrays.copyOf(whole, whole.length + more));
    }
    refused(0);
  }

  @Test
  void endsInTheExceptionOrInBytes() throws IOException {
    byte[][] corpus = new byte[LEVELS.length][];
    for (int i = 0; i < corpus.length; i++) {
      corpus[i] = compressed(LEVELS[i]);
    }
    int[] outcomes = new int[2];
    Property.check(
        6000,
        (random, number) -> {
          byte[] broken = corpus[number % corpus.length].clone();
          for (int i = random.nextInt(3); i >= 0; i--) {
            broken = MutationTest.mutate(broken, corpus[random.nextInt(corpus.length)], random);
          }
          outcomes[BrokenData.isRead(BROTLI, SIZE, broken) ? 1 : 0]++;
        });
    assertTrue(outcomes[0] > 0 && outcomes[1] > 0, () -> Arrays.toString(outcomes));
  }
}
