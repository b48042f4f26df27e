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
      ZenithBatch batch = arrays(batches.next());
      place.arriveAt(batch);
      return batch;
    }
  }

  private ZenithBatch arrays(io.zenith.Batch rows) {
    if (rows.rows() == 0) {
      throw new IllegalStateException(
          "step "
              + rows.step()
              + " has no rows for this rank, of which no loss can be made: build the loader with"
              + " remainder(DROP) or remainder(PAD)");
    }
    NDManager own = manager.newSubManager();
    try {
      return new ZenithBatch(rows, own, features.of(rows, own), labels.of(rows, own), steps, place);
    } catch (Throwable e) {
      own.close();
      throw e;
    }
  }
}
