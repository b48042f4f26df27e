package io.zenith.djl;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.Batch;
import ai.djl.translate.Batchifier;
import io.zenith.Checkpoint;
import java.util.Objects;
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
  private final LoaderPlace place;
  private final int epoch;
  private final long step;

  /// The batch of the loader, as long as that is its current one.
  private io.zenith.@Nullable Batch rows;

  private @Nullable Checkpoint checkpoint;
  private @Nullable IllegalStateException noCheckpoint;
  private volatile boolean closed;

  ZenithBatch(
      io.zenith.Batch rows,
      NDManager manager,
      NDList data,
      NDList labels,
      long stepsOfEpoch,
      LoaderPlace place) {
    super(
        manager,
        data,
        labels,
        rows.rows(),
        Batchifier.STACK,
        Batchifier.STACK,
        rows.step(),
        stepsOfEpoch);
    this.place = place;
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
  /// there until the batch or its loader is closed, also if other batches were taken ahead of the
  /// training, by another thread.
  ///
  /// @throws IllegalStateException if this batch is closed, or the rows come as a stream
  /// @see io.zenith.DataLoader.Builder#resume(Checkpoint)
  public Checkpoint checkpoint() {
    synchronized (place) {
      if (closed) {
        throw new IllegalStateException("step " + step + " is closed: take its checkpoint before");
      }
      if (noCheckpoint != null) {
        throw noCheckpoint;
      }
      return rows == null ? Objects.requireNonNull(checkpoint) : rows.checkpoint();
    }
  }

  /// The loader goes on: what this has of it has to be taken now, if anyone may still ask. Called
  /// with the lock of the place.
  void leave() {
    if (!closed) {
      try {
        checkpoint = Objects.requireNonNull(rows).checkpoint();
      } catch (IllegalStateException e) {
        noCheckpoint = e; // of a stream: whoever asks gets it
      }
    }
    rows = null;
  }

  /// Frees the arrays. More calls do nothing.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      super.close();
    }
  }
}
