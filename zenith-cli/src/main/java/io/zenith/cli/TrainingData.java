package io.zenith.cli;

import io.zenith.Dataset;

/// The images that a model learns from, and those that it is tested on.
///
/// @param training to learn from
/// @param learned which of its rows
/// @param test to be tested on
/// @param tested which of its rows
record TrainingData(
    Dataset training, LabelledRows.Part learned, Dataset test, LabelledRows.Part tested) {

  /// One dataset, of which a part is held out.
  static TrainingData heldOut(Dataset images) {
    return new TrainingData(images, LabelledRows.Part.TRAINING, images, LabelledRows.Part.HELD_OUT);
  }

  /// Two datasets.
  static TrainingData of(Dataset training, Dataset test) {
    return new TrainingData(training, LabelledRows.Part.ALL, test, LabelledRows.Part.ALL);
  }

  /// Whether the test is a part of the one dataset.
  boolean isHeldOut() {
    return tested == LabelledRows.Part.HELD_OUT;
  }

  long trainingRows() {
    return learned.of(training.rowCount());
  }

  long testRows() {
    return tested.of(test.rowCount());
  }
}
