package io.zenith.bench.training;

import ai.djl.ndarray.NDArray;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;

/// A step of a training in DJL.
final class DjlStep {
  private DjlStep() {}

  /// Learns from a batch, and closes it.
  ///
  /// @return the loss
  static float learn(Trainer trainer, Batch batch) {
    float loss;
    try (GradientCollector collector = trainer.newGradientCollector()) {
      NDArray mean =
          trainer.getLoss().evaluate(batch.getLabels(), trainer.forward(batch.getData()));
      collector.backward(mean);
      loss = mean.getFloat();
    }
    trainer.step();
    batch.close();
    return loss;
  }
}
