package io.zenith.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.RandomTransform;
import io.zenith.RowByRow;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.testkit.MemFolder;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Random flips and crops: what they draw, and what becomes of images.
class AugmentTest {
  private static final int ROWS = 60;
  private static final int HEIGHT = 4;
  private static final int WIDTH = 5;
  private static final int CHANNELS = 3;

  private static MemFolder folder(boolean floats) {
    return Table.of(
        Table.decoded(HEIGHT, WIDTH, CHANNELS, floats),
        Table.counting(ROWS, HEIGHT * WIDTH * CHANNELS, floats));
  }

  /// The images of two epochs by row and epoch.
  private static Map<String, float[]> images(RandomTransform transform, boolean floats, int threads)
      throws IOException {
    Map<String, float[]> images = new TreeMap<>();
    try (MemFolder folder = folder(floats);
        DataLoader loader =
            folder
                .open()
                .loader(7)
                .epochs(2)
                .shuffle(42)
                .threads(threads)
                .randomMap(transform)
                .build()) {
      for (Batch batch : loader) {
        for (int row = 0; row < batch.rows(); row++) {
          images.put(
              batch.epoch() + " " + batch.rowNumber(row), batch.tensor("image", row).toFloats());
        }
      }
    }
    return images;
  }

  /// The first two words of each row, as a transform in the same place draws them.
  private static Map<String, long[]> words() throws IOException {
    Map<String, long[]> words = new TreeMap<>();
    RandomTransform spy =
        (rows, random) -> {
          for (int row = 0; row < rows.count(); row++) {
            RandomGenerator drawn = random.at(row);
            long[] two = {drawn.nextLong(), drawn.nextLong()};
            synchronized (words) {
              words.put(rows.in().epoch() + " " + rows.in().rowNumber(row), two);
            }
          }
        };
    images(spy, false, 2);
    return words;
  }

  private static float pixel(int row, int y, int x, int channel) {
    boolean inside = y >= 0 && y < HEIGHT && x >= 0 && x < WIDTH;
    return inside ? (row * 7 + (y * WIDTH + x) * CHANNELS + channel) & 0xFF : 0;
  }

  private static int row(String key) {
    return Integer.parseInt(key.substring(2));
  }

  @Test
  void halfOfTheImagesAreMirrored() throws IOException {
    Map<String, long[]> words = words();
    for (boolean floats : new boolean[] {false, true}) {
      int[] mirrored = {0};
      images(Augment.flip("image"), floats, 3)
          .forEach((key, image) -> {
            boolean flip = Objects.requireNonNull(words.get(key))[0] < 0;
            mirrored[0] += flip ? 1 : 0;
            float[] expected = new float[image.length];
            for (int i = 0; i < expected.length; i++) {
              int x = i / CHANNELS % WIDTH;
              expected[i] =
                  pixel(row(key), i / CHANNELS / WIDTH, flip ? WIDTH - 1 - x : x, i % CHANNELS);
            }
            assertArrayEquals(expected, image, key);
          });
      assertTrue(mirrored[0] > ROWS / 2 && mirrored[0] < 2 * ROWS - ROWS / 2, "" + mirrored[0]);
    }
  }

  private static int below(int bound, long word) {
    return new BigInteger(Long.toUnsignedString(word))
        .multiply(BigInteger.valueOf(bound))
        .shiftRight(64)
        .intValueExact();
  }

  @Test
  void partsLieWhereTheWordsSay() throws IOException {
    Map<String, long[]> words = words();
    for (int padding : new int[] {0, 1, 2, 9}) {
      for (boolean floats : new boolean[] {false, true}) {
        List<String> places = new ArrayList<>();
        images(Augment.crop("image", 3, 2, padding), floats, 3)
            .forEach((key, image) -> {
              int top =
                  below(HEIGHT + 2 * padding - 3 + 1, Objects.requireNonNull(words.get(key))[0])
                      - padding;
              int left =
                  below(WIDTH + 2 * padding - 2 + 1, Objects.requireNonNull(words.get(key))[1])
                      - padding;
              places.add(top + " " + left);
              float[] expected = new float[3 * 2 * CHANNELS];
              for (int i = 0; i < expected.length; i++) {
                int x = i / CHANNELS % 2;
                expected[i] = pixel(row(key), top + i / CHANNELS / 2, left + x, i % CHANNELS);
              }
              assertArrayEquals(expected, image, key);
            });
        assertTrue(places.stream().distinct().count() >= 8, places.toString());
      }
    }
  }

  /// Where the type stays, the new column begins as a copy of the old one.
  @Test
  void aPaddedPartOfTheWholeSizeHasZerosAround() throws IOException {
    Map<String, long[]> words = words();
    images(Augment.crop("image", HEIGHT, WIDTH, 2), false, 2)
        .forEach((key, image) -> {
          int top = below(5, Objects.requireNonNull(words.get(key))[0]) - 2;
          int left = below(5, Objects.requireNonNull(words.get(key))[1]) - 2;
          for (int i = 0; i < image.length; i++) {
            int y = i / CHANNELS / WIDTH;
            int x = i / CHANNELS % WIDTH;
            assertEquals(pixel(row(key), top + y, left + x, i % CHANNELS), image[i], key);
          }
        });
  }

  @Test
  void threadsChangeNothing() throws IOException {
    for (RandomTransform transform : List.of(Augment.flip("image"), Augment.crop("image", 2, 2))) {
      Map<String, float[]> expected = images(transform, false, 1);
      images(transform, false, 4)
          .forEach((key, image) -> assertArrayEquals(expected.get(key), image));
    }
  }

  @Test
  void theyActRowByRow() throws IOException {
    try (MemFolder folder = folder(true)) {
      RowByRow.check(Augment.flip("image"), folder.open());
      RowByRow.check(Augment.crop("image", 3, 3, 1), folder.open());
    }
  }

  @Test
  void nullsStayNull() throws IOException {
    List<Object> values = new ArrayList<>(Table.counting(9, 60, false));
    values.set(4, null);
    try (MemFolder folder = Table.of(Table.decoded(HEIGHT, WIDTH, CHANNELS, false), values);
        DataLoader loader =
            folder
                .open()
                .loader(9)
                .randomMap(Augment.flip("image"))
                .randomMap(Augment.crop("image", 2, 2))
                .build()) {
      Batch batch = loader.iterator().next();
      assertEquals(1, batch.column("image").nullCount());
      assertTrue(batch.column("image").isNull(4));
    }
  }

  private static String refusal(Runnable misuse) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, misuse::run).getMessage());
  }

  @Test
  void misuseIsRefusedInWords() {
    Field field = Table.decoded(HEIGHT, WIDTH, CHANNELS, false);
    assertEquals(
        "a crop of 7 x 2 from images of 4 x 5 x 3 padded by 1 in column 'image'; at most as large as"
            + " they are",
        refusal(() -> Augment.crop("image", 7, 2, 1).output(Schema.of(field))));
    assertEquals("padding of -1; 0 to 65536", refusal(() -> Augment.crop("image", 1, 1, -1)));
    assertEquals(
        "images of 0 x 1 x 1; at least 1 of each", refusal(() -> Augment.crop("image", 0, 1)));
    assertEquals("'image' to 3 x 2, padded by 1", Augment.crop("image", 3, 2, 1).toString());
    assertEquals("'image'", Augment.flip("image").toString());
  }
}
