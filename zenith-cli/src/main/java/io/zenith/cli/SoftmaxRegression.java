package io.zenith.cli;

import java.util.Random;

/// A linear classifier, trained by mini-batch gradient descent on the cross-entropy. Plain loops
/// over float arrays: what the demo shows is the loader.
final class SoftmaxRegression {
  private static final float INITIAL_DEVIATION = 0.01f;

  private final int features;
  private final int classes;
  private final float inputScale;
  private final float[][] weights;
  private final float[] bias;
  private final float[] scores;
  private float[] errors = {};

  /// @param inputScale what every feature is multiplied by, here rather than in the data
  SoftmaxRegression(int features, int classes, float inputScale, long seed) {
    this.features = features;
    this.classes = classes;
    this.inputScale = inputScale;
    this.weights = new float[classes][features];
    this.bias = new float[classes];
    this.scores = new float[classes];
    Random random = new Random(seed);
    for (float[] row : weights) {
      for (int i = 0; i < features; i++) {
        row[i] = INITIAL_DEVIATION * (float) random.nextGaussian();
      }
    }
  }

  /// Makes one step downhill.
  ///
  /// @param rows the features, row by row
  /// @param labels the class of each row
  /// @param count how many rows
  /// @return the loss, summed over the rows
  double train(float[] rows, int[] labels, int count, float learningRate) {
    if (errors.length < count * classes) {
      errors = new float[count * classes];
    }
    double loss = 0;
    for (int row = 0; row < count; row++) {
      score(rows, row);
      loss += softmaxLoss(labels[row]);
      scores[labels[row]] -= 1;
      System.arraycopy(scores, 0, errors, row * classes, classes);
    }
    for (int row = 0; row < count; row++) {
      for (int c = 0; c < classes; c++) {
        float step = learningRate / count * errors[row * classes + c];
        bias[c] -= step;
        subtract(weights[c], rows, row * features, step * inputScale);
      }
    }
    return loss;
  }

  /// How many numbers it has learned.
  int size() {
    return classes * (features + 1);
  }

  /// A copy of what it has learned: weights and bias of each class.
  float[] parameters() {
    float[] all = new float[size()];
    for (int c = 0; c < classes; c++) {
      System.arraycopy(weights[c], 0, all, c * (features + 1), features);
      all[c * (features + 1) + features] = bias[c];
    }
    return all;
  }

  /// Takes over what another one has learned.
  void restore(float[] parameters) {
    for (int c = 0; c < classes; c++) {
      System.arraycopy(parameters, c * (features + 1), weights[c], 0, features);
      bias[c] = parameters[c * (features + 1) + features];
    }
  }

  /// The likeliest class of a row.
  int classify(float[] rows, int row) {
    score(rows, row);
    int best = 0;
    for (int c = 1; c < classes; c++) {
      best = scores[c] > scores[best] ? c : best;
    }
    return best;
  }

  private void score(float[] rows, int row) {
    for (int c = 0; c < classes; c++) {
      scores[c] = bias[c] + inputScale * product(weights[c], rows, row * features);
    }
  }

  /// Turns the scores into probabilities, and returns the loss.
  private double softmaxLoss(int label) {
    float greatest = scores[0];
    for (float score : scores) {
      greatest = Math.max(greatest, score);
    }
    float sum = 0;
    for (int c = 0; c < classes; c++) {
      scores[c] = (float) Math.exp(scores[c] - greatest);
      sum += scores[c];
    }
    for (int c = 0; c < classes; c++) {
      scores[c] /= sum;
    }
    return -Math.log(Math.max(scores[label], Float.MIN_NORMAL));
  }

  /// Eight sums, since the JIT may not reorder one, and each addition waits for the one before.
  private static float product(float[] weights, float[] rows, int at) {
    float[] sums = new float[8];
    int i = 0;
    for (; i + 8 <= weights.length; i += 8) {
      sums[0] += weights[i] * rows[at + i];
      sums[1] += weights[i + 1] * rows[at + i + 1];
      sums[2] += weights[i + 2] * rows[at + i + 2];
      sums[3] += weights[i + 3] * rows[at + i + 3];
      sums[4] += weights[i + 4] * rows[at + i + 4];
      sums[5] += weights[i + 5] * rows[at + i + 5];
      sums[6] += weights[i + 6] * rows[at + i + 6];
      sums[7] += weights[i + 7] * rows[at + i + 7];
    }
    float sum = 0;
    for (float part : sums) {
      sum += part;
    }
    for (; i < weights.length; i++) {
      sum += weights[i] * rows[at + i];
    }
    return sum;
  }

  private static void subtract(float[] weights, float[] rows, int at, float factor) {
    for (int i = 0; i < weights.length; i++) {
      weights[i] -= factor * rows[at + i];
    }
  }
}
