package io.zenith.cli;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Tensor;
import io.zenith.schema.DataType;
import java.io.IOException;

/// The two columns that the demo learns from.
///
/// @param features how many numbers an image has
/// @param classes how many classes there are
/// @param scale what brings the numbers into the range from 0 to 1, if they are `uint8`; else 1
record ImageColumns(String image, String label, int features, int classes, float scale) {
  private static final DataType UINT8 = new DataType.Int(8, false);
  private static final int MAX_CLASSES = 1000;
  private static final int SCAN_ROWS = 4096;

  /// Looks at the first image and at all labels.
  static ImageColumns of(Dataset dataset, String image, String label) throws IOException {
    int classes = classes(dataset.select(label), label);
    Tensor first = dataset.select(image).rows(0, 1).tensor(image);
    float scale = first.elementType().equals(UINT8) ? 1 / 255f : 1;
    return new ImageColumns(image, label, first.size(), classes, scale);
  }

  /// Requires images and labels such as these in what a model is tested on.
  ///
  /// @param path what it is called
  void require(Dataset test, String path) throws IOException {
    ImageColumns other = of(test, image, label);
    if (other.features != features || other.scale != scale || other.classes > classes) {
      String type = other.scale == scale ? "" : " of another type";
      throw new CommandFailure(path + " has " + other + type + ", not " + this);
    }
  }

  /// Such as `images of 784 numbers in 10 classes`.
  @Override
  public String toString() {
    return "images of " + features + " numbers in " + classes + " classes";
  }

  /// Room for batches of these columns.
  LabelledRows rows(int batchRows) {
    try {
      return new LabelledRows(image, label, features, classes, batchRows);
    } catch (ArithmeticException e) {
      throw new CommandFailure(
          batchRows + " images of " + features + " numbers are too many: lower --batch-size", e);
    }
  }

  private static int classes(Dataset labels, String column) {
    float greatest = 0;
    float[] values = new float[SCAN_ROWS];
    try (DataLoader loader = labels.loader(SCAN_ROWS).build()) {
      for (Batch batch : loader) {
        Tensor tensor = batch.tensor(column);
        if (tensor.shape().length != 1) {
          throw new CommandFailure("column '" + column + "' is no label but a " + tensor);
        }
        tensor.copyTo(values, 0);
        for (int row = 0; row < batch.rows(); row++) {
          requireClass(values[row], column, batch.rowNumber(row));
          greatest = Math.max(greatest, values[row]);
        }
      }
    }
    return (int) greatest + 1;
  }

  private static void requireClass(float value, String column, long row) {
    if (value != Math.rint(value) || value < 0 || value >= MAX_CLASSES) {
      throw new CommandFailure(
          "column '"
              + column
              + "' is "
              + value
              + " at row "
              + row
              + ": a label is a whole number from 0 to "
              + (MAX_CLASSES - 1)
              + "; name the right column with --label");
    }
  }
}
