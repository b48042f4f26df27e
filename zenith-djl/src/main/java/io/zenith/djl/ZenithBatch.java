package io.zenith.djl;

import ai.djl.Device;
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
  private final int padding;

  /// The batch of the loader, as long as that is its current one.
  private io.zenith.@Nullable Batch rows;

  /// What the loader said when it left this batch.
  private volatile @Nullable Left left;

  private volatile boolean closed;

  /// A checkpoint, or why there is none.
  private record Left(
      @Nullable Checkpoint checkpoint, @Nullable IllegalStateException noCheckpoint) {
    Checkpoint get() {
      if (noCheckpoint != null) {
        throw noCheckpoint;
      }
      return Objects.requireNonNull(checkpoint);
    }
  }

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
    this.padding = rows.padding();
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

  /// How many of the rows, at the end of the batch, fill it up, and are in this step a second time:
  /// to be left out where rows are counted.
  ///
  /// @see io.zenith.Remainder#PAD
  public int padding() {
    return padding;
  }

  /// Where the run is when this batch is trained on: the next one is the one to go on with. It is
  /// there until the batch or its loader is closed, also if other batches were taken ahead of the
  /// training, by another thread.
  ///
  /// @throws IllegalStateException if this batch is closed, or the rows come as a stream
  /// @see io.zenith.DataLoader.Builder#resume(Checkpoint)
  public Checkpoint checkpoint() {
    if (closed) {
      throw new IllegalStateException("step " + step + " is closed: take its checkpoint before");
    }
    Left known = left;
    if (known != null) {
      return known.get(); // without a lock: who has it may wait for data
    }
    synchronized (place) {
      return left == null ? Objects.requireNonNull(rows).checkpoint() : left.get();
    }
  }

  /// The loader goes on: what this has of it has to be taken now, if anyone may still ask. Called
  /// with the lock of the place.
  void leave() {
    if (!closed) {
      try {
        left = new Left(Objects.requireNonNull(rows).checkpoint(), null);
      } catch (IllegalStateException e) {
        left = new Left(null, e); // of a stream: whoever asks gets it
      }
    }
    rows = null;
  }

  /// Copies of parts of this batch, one for each device, in order: their sizes differ by one at
  /// most, and there are no more of them than rows. They live until they are closed, or this is.
  ///
  /// @param even whether all have to have the same size
  /// @throws IllegalArgumentException if they cannot
  @Override
  public Batch[] split(Device[] devices, boolean even) {
    // DJL's own is right for one device; for more it fails on some sizes, and without labels.
    return devices.length == 1 ? super.split(devices, even) : BatchParts.of(this, devices, even);
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
