package io.zenith.djl;

import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.Batch;
import java.util.Iterator;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The batches of one epoch as arrays.
final class EpochBatches implements Iterator<Batch> {
  private final Iterator<io.zenith.Batch> batches;
  private final NDManager manager;
  private final BatchArrays features;
  private final BatchArrays labels;
  private final long steps;
  private @Nullable ZenithBatch current;

  /// @param steps of the epoch, if that is known
  EpochBatches(
      Iterator<io.zenith.Batch> batches,
      NDManager manager,
      BatchArrays features,
      BatchArrays labels,
      OptionalLong steps) {
    this.batches = batches;
    this.manager = manager;
    this.features = features;
    this.labels = labels;
    this.steps = steps.orElse(0); // DJL's word for not known
  }

  @Override
  public boolean hasNext() {
    return batches.hasNext();
  }

  @Override
  public Batch next() {
    if (current != null) {
      current.leave();
    }
    io.zenith.Batch rows = batches.next();
    NDManager own = manager.newSubManager();
    try {
      ZenithBatch batch =
          new ZenithBatch(rows, own, features.of(rows, own), labels.of(rows, own), steps);
      current = batch;
      return batch;
    } catch (Throwable e) {
      own.close();
      throw e;
    }
  }
}
