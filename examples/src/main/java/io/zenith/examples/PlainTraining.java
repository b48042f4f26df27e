package io.zenith.examples;

import io.zenith.Batch;
import io.zenith.ByteColumn;
import io.zenith.DataLoader;
import io.zenith.Epoch;
import io.zenith.Normalize;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// A softmax regression in plain Java: columns are read where they lie, by loops of one's own.
@Command(name = "plain", header = "Train a softmax regression on Fashion-MNIST in plain Java.")
final class PlainTraining implements Callable<Integer> {
  private static final int SEED = 42;
  private static final int CLASSES = 10;
  private static final int PIXELS = 784;
  private static final float LEARNING_RATE = 0.1f;

  @Mixin private TrainingOptions options = new TrainingOptions();

  /// A row a class, with the bias at its end.
  private final float[][] weights = new float[CLASSES][PIXELS + 1];

  private final double[] scores = new double[CLASSES];
  private float[] pixels = {};

  public static void main(String[] args) {
    TrainingOptions.run(new PlainTraining(), args);
  }

  @Override
  public Integer call() throws Exception {
    Optional<SavedTraining> saved = options.saved();
    if (saved.isPresent()) {
      restore(saved.get().model());
    }
    Normalize scale = Normalize.of("image", 0, 255);
    try (DataLoader loader = options.train(SEED, saved).map(scale).build();
        LossCurve curve = options.curve(loader)) {
      for (Epoch epoch : loader.epochs()) {
        for (Batch batch : epoch) {
          curve.add(epoch.number(), batch.step(), learn(batch));
          Optional<Path> state = options.saveAfter(batch.step());
          if (state.isPresent()) {
            SavedTraining.write(state.get(), batch.checkpoint(), this::write);
          }
        }
        System.out.printf(
            Locale.ROOT, "epoch %d: test accuracy %.4f%n", epoch.number(), accuracy(scale));
      }
      System.out.println(loader.report());
    }
    return 0;
  }

  private float learn(Batch batch) {
    ByteColumn labels = look(batch);
    float[][] steps = new float[CLASSES][PIXELS + 1];
    double loss = 0;
    for (int row = 0; row < batch.rows(); row++) {
      loss += probabilities(row, labels.get(row));
      for (int c = 0; c < CLASSES; c++) {
        float error = (float) scores[c] - (c == labels.get(row) ? 1 : 0);
        for (int i = 0; i < PIXELS; i++) {
          steps[c][i] += error * pixels[row * PIXELS + i];
        }
        steps[c][PIXELS] += error;
      }
    }
    for (int c = 0; c < CLASSES; c++) {
      for (int i = 0; i <= PIXELS; i++) {
        weights[c][i] -= LEARNING_RATE / batch.rows() * steps[c][i];
      }
    }
    return (float) (loss / batch.rows());
  }

  private double accuracy(Normalize scale) throws IOException {
    long right = 0;
    long rows = 0;
    try (DataLoader loader = options.test().map(scale).build()) {
      for (Batch batch : loader) {
        ByteColumn labels = look(batch);
        for (int row = 0; row < batch.rows(); row++) {
          int label = labels.get(row);
          probabilities(row, label);
          right += scores[label] == Arrays.stream(scores).max().getAsDouble() ? 1 : 0;
          rows++;
        }
      }
    }
    return (double) right / rows;
  }

  /// Copies the pixels of a batch, and gives its labels, which are read where they lie.
  private ByteColumn look(Batch batch) {
    pixels = pixels.length < batch.rows() * PIXELS ? new float[batch.rows() * PIXELS] : pixels;
    batch.tensor("image").copyTo(pixels, 0);
    return batch.bytes("label");
  }

  /// Makes the scores of a row probabilities.
  ///
  /// @return the loss
  private double probabilities(int row, int label) {
    double greatest = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < CLASSES; c++) {
      float sum = weights[c][PIXELS];
      for (int i = 0; i < PIXELS; i++) {
        sum += weights[c][i] * pixels[row * PIXELS + i];
      }
      scores[c] = sum;
      greatest = Math.max(greatest, sum);
    }
    double sum = 0;
    for (int c = 0; c < CLASSES; c++) {
      scores[c] = Math.exp(scores[c] - greatest);
      sum += scores[c];
    }
    for (int c = 0; c < CLASSES; c++) {
      scores[c] /= sum;
    }
    return -Math.log(scores[label]);
  }

  private void write(DataOutputStream out) throws IOException {
    for (float[] row : weights) {
      for (float weight : row) {
        out.writeFloat(weight);
      }
    }
  }

  private void restore(byte[] model) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(model));
    for (float[] row : weights) {
      for (int i = 0; i < row.length; i++) {
        row[i] = in.readFloat();
      }
    }
  }
}
