package io.zenith.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.zenith.testkit.Property;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Scaled images against the definition, written down once more without any haste.
class ScalerTest {
  private static ImageShape shape(SplittableRandom random, int channels) {
    return ImageShape.of(1 + random.nextInt(40), 1 + random.nextInt(40), channels);
  }

  /// The weight of old pixel j for new pixel i.
  private static double weight(int i, int j, int from, int to) {
    double middle = (i + 0.5) * from / to;
    double reach = Math.max(1, (double) from / to);
    return Math.max(0, 1 - Math.abs(j + 0.5 - middle) / reach);
  }

  private static double[] line(double[] values, int to) {
    double[] made = new double[to];
    for (int i = 0; i < to; i++) {
      double all = 0;
      for (int j = 0; j < values.length; j++) {
        double weight = weight(i, j, values.length, to);
        made[i] += weight * values[j];
        all += weight;
      }
      made[i] /= all;
    }
    return made;
  }

  /// @param whole whether values are rounded
  private static double[] naive(double[] pixels, ImageShape from, ImageShape to, boolean whole) {
    int channels = from.channels();
    double[] lines = new double[from.height() * to.width() * channels];
    for (int y = 0; y < from.height(); y++) {
      for (int c = 0; c < channels; c++) {
        double[] line = new double[from.width()];
        for (int x = 0; x < line.length; x++) {
          line[x] = pixels[(y * from.width() + x) * channels + c];
        }
        double[] made = line(line, to.width());
        for (int x = 0; x < made.length; x++) {
          lines[(y * to.width() + x) * channels + c] = whole ? Math.round(made[x]) : made[x];
        }
      }
    }
    double[] all = new double[to.size()];
    for (int x = 0; x < to.width() * channels; x++) {
      double[] column = new double[from.height()];
      for (int y = 0; y < column.length; y++) {
        column[y] = lines[y * to.width() * channels + x];
      }
      double[] made = line(column, to.height());
      for (int y = 0; y < made.length; y++) {
        all[y * to.width() * channels + x] = whole ? Math.round(made[y]) : made[y];
      }
    }
    return all;
  }

  /// A value that lies in the middle between two whole ones may be rounded either way by weights
  /// that are rounded themselves, and by those twice.
  @Test
  void bytesAreScaledAsDefined() {
    Scaler scaler = new Scaler();
    Property.check(
        300,
        (random, _) -> {
          int channels = 1 + random.nextInt(4);
          ImageShape from = shape(random, channels);
          ImageShape to = shape(random, channels);
          byte[] pixels = new byte[from.size()];
          random.nextBytes(pixels);
          double[] exact = new double[pixels.length];
          Arrays.setAll(exact, i -> pixels[i] & 0xFF);
          double[] expected = naive(exact, from, to, true);
          byte[] made = scaler.scale(pixels, from, to);
          for (int i = 0; i < made.length; i++) {
            assertEquals(expected[i], made[i] & 0xFF, 1, "value " + i);
          }
        });
  }

  @Test
  void floatsAreScaledAsDefined() {
    Scaler scaler = new Scaler();
    Property.check(
        300,
        (random, _) -> {
          int channels = 1 + random.nextInt(4);
          ImageShape from = shape(random, channels);
          ImageShape to = shape(random, channels);
          float[] pixels = new float[from.size()];
          double[] exact = new double[pixels.length];
          for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (float) random.nextDouble(-1, 1);
            exact[i] = pixels[i];
          }
          double[] expected = naive(exact, from, to, false);
          float[] made = scaler.scale(pixels, from, to);
          for (int i = 0; i < made.length; i++) {
            assertEquals(expected[i], made[i], 1e-6, "value " + i);
          }
        });
  }

  @Test
  void oneColorStaysOneColor() {
    Property.check(
        100,
        (random, _) -> {
          ImageShape from = shape(random, 3);
          ImageShape to = shape(random, 3);
          byte[] pixels = new byte[from.size()];
          Arrays.fill(pixels, (byte) random.nextInt());
          byte[] expected = new byte[to.size()];
          Arrays.fill(expected, pixels[0]);
          assertArrayEquals(expected, new Scaler().scale(pixels, from, to));
        });
  }

  @Test
  void theSameSizeIsTheSameImage() {
    byte[] pixels = {1, 2, 3, 4, 5, 6};
    ImageShape shape = ImageShape.of(3, 2, 1);
    assertSame(pixels, new Scaler().scale(pixels, shape, shape));
  }

  /// Half the size is the mean of what lies around: 1/8, 3/8, 3/8 and 1/8 across, and so down.
  @Test
  void shrinkingLeavesNothingOut() {
    byte[] pixels = new byte[8];
    pixels[3] = (byte) 240;
    byte[] made = new Scaler().scale(pixels, ImageShape.of(1, 8, 1), ImageShape.of(1, 4, 1));
    assertArrayEquals(new byte[] {0, 90, 30, 0}, made);
  }
}
