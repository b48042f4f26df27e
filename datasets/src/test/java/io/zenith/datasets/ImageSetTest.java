package io.zenith.datasets;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageSetTest {
  private static final int ROWS = 4_096;
  private static final int PIXELS = ImageGenerator.PIXELS;
  private static final int CLASSES = ImageGenerator.CLASSES;
  private static final float RATE = 0.02f;

  @TempDir private Path folder;

  /// A linear model has to work for the demonstration, and has to have something to learn.
  @Test
  void softmaxRegressionGetsMostOfAnotherSeedRightButNotAll() throws IOException {
    Images train = Images.read(GeneratedSet.IMAGES.write(folder, ROWS, 1, rows -> {}));
    Images test = Images.read(GeneratedSet.IMAGES.write(folder, ROWS, 2, rows -> {}));
    float[][] weights = new float[CLASSES][PIXELS];

    for (int epoch = 0; epoch < 3; epoch++) {
      for (int row = 0; row < ROWS; row++) {
        learn(weights, train.pixels[row], train.labels[row]);
      }
    }

    int right = 0;
    for (int row = 0; row < ROWS; row++) {
      right += guess(weights, test.pixels[row]) == test.labels[row] ? 1 : 0;
    }
    double accuracy = (double) right / ROWS;
    assertTrue(0.82 < accuracy && accuracy < 0.96, () -> "accuracy " + accuracy);
  }

  private static void learn(float[][] weights, float[] pixels, int label) {
    double[] scores = scores(weights, pixels);
    double sum = 0;
    for (int one = 0; one < CLASSES; one++) {
      scores[one] = Math.exp(scores[one]);
      sum += scores[one];
    }
    for (int one = 0; one < CLASSES; one++) {
      float step = RATE * (float) ((one == label ? 1 : 0) - scores[one] / sum);
      for (int at = 0; at < PIXELS; at++) {
        weights[one][at] += step * pixels[at];
      }
    }
  }

  private static int guess(float[][] weights, float[] pixels) {
    double[] scores = scores(weights, pixels);
    int best = 0;
    for (int one = 1; one < CLASSES; one++) {
      best = scores[one] > scores[best] ? one : best;
    }
    return best;
  }

  private static double[] scores(float[][] weights, float[] pixels) {
    double[] scores = new double[CLASSES];
    for (int one = 0; one < CLASSES; one++) {
      for (int at = 0; at < PIXELS; at++) {
        scores[one] += weights[one][at] * pixels[at];
      }
    }
    return scores;
  }

  private static final class Images {
    private final float[][] pixels = new float[ROWS][PIXELS];
    private final int[] labels = new int[ROWS];

    static Images read(Path file) throws IOException {
      Images images = new Images();
      try (BufferAllocator allocator = new RootAllocator();
          FileChannel channel = FileChannel.open(file);
          ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
        reader.loadNextBatch();
        FixedSizeListVector image =
            (FixedSizeListVector) reader.getVectorSchemaRoot().getVector("image");
        UInt1Vector bytes = (UInt1Vector) image.getDataVector();
        UInt1Vector label = (UInt1Vector) reader.getVectorSchemaRoot().getVector("label");
        for (int row = 0; row < ROWS; row++) {
          for (int at = 0; at < PIXELS; at++) {
            images.pixels[row][at] = (bytes.get(row * PIXELS + at) & 0xFF) / 255f;
          }
          images.labels[row] = label.get(row);
        }
      }
      return images;
    }
  }
}
