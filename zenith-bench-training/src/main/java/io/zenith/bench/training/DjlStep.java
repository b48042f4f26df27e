package io.zenith.bench.training;

import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import io.zenith.examples.DjlTraining;

/// A step of a training in DJL.
final class DjlStep {
  private DjlStep() {}

  /// Learns from a batch, and closes it.
  ///
  /// @return the loss
  static float learn(Trainer trainer, Batch batch) {
    float loss = DjlTraining.learn(trainer, batch);
    batch.close();
    return loss;
  }
}
