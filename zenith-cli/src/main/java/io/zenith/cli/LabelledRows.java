package io.zenith.cli;

import io.zenith.Batch;
import io.zenith.Tensor;

/// The rows of a batch as a model takes them: floats and classes. Where a dataset is to train and
/// to test, every tenth row of it is held out, by its number, so that it is the same one in every
/// epoch.
final class LabelledRows {
  /// Which rows of a dataset are meant.
  enum Part {
    /// Each.
    ALL,
    /// Nine of ten.
    TRAINING,
    /// One of ten.
    HELD_OUT;

    private boolean has(long rowNumber) {
      return this == ALL || isHeldOut(rowNumber) == (this == HELD_OUT);
    }

    private static boolean isHeldOut(long rowNumber) {
      return rowNumber % HOLD_OUT == HOLD_OUT - 1;
    }

    /// How many of the first `rows` rows.
    long of(long rows) {
      return switch (this) {
        case ALL -> rows;
        case TRAINING -> rows - rows / HOLD_OUT;
        case HELD_OUT -> rows / HOLD_OUT;
      };
    }
  }

  private static final int HOLD_OUT = 10;

  private final String imageColumn;
  private final String labelColumn;
  private final int features;
  private final int classes;
  private final float[] pixels;
  private final float[] labelFloats;
  private final int[] labels;
  private int count;

  /// @param batchRows rows a batch at most
  LabelledRows(String imageColumn, String labelColumn, int features, int classes, int batchRows) {
    this.imageColumn = imageColumn;
    this.labelColumn = labelColumn;
    this.features = features;
    this.classes = classes;
    this.pixels = new float[Math.multiplyExact(batchRows, features)];
    this.labelFloats = new float[batchRows];
    this.labels = new int[batchRows];
  }

  /// Copies a part of a batch.
  void load(Batch batch, Part part) {
    Tensor images = batch.tensor(imageColumn);
    if (images.size() != batch.rows() * features) {
      throw new CommandFailure(
          "column '" + imageColumn + "' holds images of different sizes: " + images);
    }
    images.copyTo(pixels, 0);
    batch.tensor(labelColumn).copyTo(labelFloats, 0);
    count = 0;
    for (int row = 0; row < batch.rows(); row++) {
      if (part.has(batch.rowNumber(row))) {
        System.arraycopy(pixels, row * features, pixels, count * features, features);
        labels[count] = label(row);
        count++;
      }
    }
  }

  private int label(int row) {
    int label = (int) labelFloats[row];
    if (label < 0 || label >= classes) {
      throw new CommandFailure("column '" + labelColumn + "' changed while it was read");
    }
    return label;
  }

  int count() {
    return count;
  }

  float[] pixels() {
    return pixels;
  }

  int[] labels() {
    return labels;
  }
}
