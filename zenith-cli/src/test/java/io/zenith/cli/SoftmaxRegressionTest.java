package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SoftmaxRegressionTest {
  @Test
  void learnsWhatALineCanSeparate() {
    int features = 11;
    int rows = 300;
    float[] values = new float[rows * features];
    int[] labels = new int[rows];
    SplittableRandom random = new SplittableRandom(3);
    for (int row = 0; row < rows; row++) {
      labels[row] = random.nextInt(3);
      for (int i = 0; i < features; i++) {
        values[row * features + i] = (float) random.nextDouble() + (i == labels[row] ? 2 : 0);
      }
    }
    SoftmaxRegression model = new SoftmaxRegression(features, 3, 0.5f, 1);
    double first = model.train(values, labels, rows, 1);
    double last = first;
    for (int step = 0; step < 200; step++) {
      last = model.train(values, labels, rows, 1);
    }
    assertEquals(Math.log(3), first / rows, 0.1);
    assertTrue(last < first / 5, first + " to " + last);
    for (int row = 0; row < rows; row++) {
      assertEquals(labels[row], model.classify(values, row));
    }
  }
}
