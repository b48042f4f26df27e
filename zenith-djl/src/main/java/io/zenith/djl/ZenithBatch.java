package io.zenith.djl;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.Batch;
import ai.djl.translate.Batchifier;
import io.zenith.Checkpoint;
import org.jspecify.annotations.Nullable;

/// A batch of a [ZenithDataset]: arrays in memory of the engine, which lives until the batch is
/// closed, and where they are from.
///
/// ```java
/// for (Batch batch : trainer.iterateDataset(train)) {
///   EasyTrain.trainBatch(trainer, batch);
///   trainer.step();
///   ((ZenithBatch) batch).checkpoint().write(state);
///   batch.close();
/// }
/// ```
public final class ZenithBatch extends Batch {
  private final int epoch;
  private final long step;

  /// The batch of the loader, as long as that is its current one and this is open.
  private io.zenith.@Nullable Batch rows;

  private @Nullable Checkpoint checkpoint;
  private @Nullable IllegalStateException noCheckpoint;
  private boolean closed;

  ZenithBatch(
      io.zenith.Batch rows, NDManager manager, NDList data, NDList labels, long stepsOfEpoch) {
    super(
        manager,
        data,
        labels,
        rows.rows(),
        Batchifier.STACK,
        Batchifier.STACK,
        rows.step(),
        stepsOfEpoch);
    this.epoch = rows.epoch();
    this.step = rows.step();
    this.rows = rows;
  }

  /// The epoch, from 0.
  public int epoch() {
    return epoch;
  }

  /// The place of this batch in its epoch, from 0.
  public long step() {
    return step;
  }

  /// Where the run is when this batch is trained on: the next one is the one to go on with. It is
  /// there until the batch is closed, also if other batches were taken ahead of the training.
  ///
  /// @throws IllegalStateException if this batch is closed, or the rows come as a stream
  /// @see io.zenith.DataLoader.Builder#resume(Checkpoint)
  public Checkpoint checkpoint() {
    if (checkpoint != null) {
      return checkpoint;
    }
    if (noCheckpoint != null) {
      throw noCheckpoint;
    }
    if (rows == null) {
      throw new IllegalStateException("step " + step + " is closed: take its checkpoint before");
    }
    return rows.checkpoint();
  }

  /// The loader goes on: what this has of it has to be taken now, if anyone may still ask.
  void leave() {
    if (rows != null) {
      try {
        checkpoint = rows.checkpoint();
      } catch (IllegalStateException e) {
        noCheckpoint = e; // of a stream: whoever asks gets it
      }
      rows = null;
    }
  }

  /// Frees the arrays. More calls do nothing.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      rows = null;
      super.close();
    }
  }
}
