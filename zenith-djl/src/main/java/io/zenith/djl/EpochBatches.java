package io.zenith.djl;

import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.Batch;
import java.util.Iterator;
import java.util.OptionalLong;

/// The batches of one epoch as arrays.
final class EpochBatches implements Iterator<Batch> {
  private final Iterator<io.zenith.Batch> batches;
  private final NDManager manager;
  private final BatchArrays features;
  private final BatchArrays labels;
  private final long steps;
  private final LoaderPlace place;

  /// @param steps of the epoch, if that is known
  /// @param place of the loader, which this moves
  EpochBatches(
      Iterator<io.zenith.Batch> batches,
      NDManager manager,
      BatchArrays features,
      BatchArrays labels,
      OptionalLong steps,
      LoaderPlace place) {
    this.batches = batches;
    this.manager = manager;
    this.features = features;
    this.labels = labels;
    this.steps = steps.orElse(0); // DJL's word for not known
    this.place = place;
  }

  @Override
  public boolean hasNext() {
    synchronized (place) {
      return batches.hasNext();
    }
  }

  @Override
  public Batch next() {
    synchronized (place) {
      place.leave();
      io.zenith.Batch rows = rows();
      NDManager own = manager.newSubManager();
      ZenithBatch batch = batch(rows, own, own);
      place.arriveAt(batch);
      return batch;
    }
  }

  /// The next batch, made by another thread than the one that trains, which may close the manager
  /// meanwhile: so the arrays are filled in memory that nobody else knows. The batch has its
  /// checkpoint.
  ZenithBatch nextAhead() {
    synchronized (place) {
      place.leave();
      io.zenith.Batch rows = rows();
      ZenithBatch batch;
      try (NDManager own = manager.getEngine().newBaseManager(manager.getDevice())) {
        batch = batch(rows, own, manager.newSubManager());
      }
      batch.leave();
      return batch;
    }
  }

  private io.zenith.Batch rows() {
    io.zenith.Batch rows = batches.next();
    if (rows.rows() == 0) {
      throw new IllegalStateException(
          "step "
              + rows.step()
              + " has no rows for this rank, of which no loss can be made: build the loader with"
              + " remainder(DROP) or remainder(PAD)");
    }
    return rows;
  }

  /// @param memory where arrays are filled
  /// @param own where they are then, and which is closed if there is no batch
  private ZenithBatch batch(io.zenith.Batch rows, NDManager memory, NDManager own) {
    try {
      return new ZenithBatch(
          rows, own, features.of(rows, memory), labels.of(rows, memory), steps, place);
    } catch (Throwable e) {
      own.close();
      throw e;
    }
  }
}
