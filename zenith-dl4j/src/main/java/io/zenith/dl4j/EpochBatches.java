package io.zenith.dl4j;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Epoch;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;

/// The batches of a loader, epoch by epoch: after a reset those of the next one.
final class EpochBatches {
  private final DataLoader loader;
  private Iterator<Batch> batches = Collections.emptyIterator();

  /// Whether the next epoch comes next: one that nobody asks for is not begun.
  private boolean isReset = true;

  EpochBatches(DataLoader loader) {
    this.loader = loader;
  }

  /// How many rows a batch has.
  int size() {
    return loader.batchSize();
  }

  /// Throws if someone wants batches of another size.
  void requireSize(int rows) {
    if (rows != size()) {
      throw new UnsupportedOperationException(
          "batches of " + size() + " rows, not of " + rows + ": the loader is built for a size");
    }
  }

  boolean hasNext() {
    begin();
    return batches.hasNext();
  }

  Batch next() {
    begin();
    if (!batches.hasNext()) {
      throw new NoSuchElementException("the epoch is read: reset() goes on with the next one");
    }
    Batch batch = batches.next();
    if (batch.rows() == 0) {
      throw new IllegalStateException(
          "step "
              + batch.step()
              + " has no rows for this rank, of which no loss can be made: build the loader with"
              + " remainder(DROP) or remainder(PAD)");
    }
    return batch;
  }

  void reset() {
    isReset = true;
  }

  private void begin() {
    if (!isReset) {
      return;
    }
    Epoch epoch = loader.nextEpoch();
    batches = epoch.iterator();
    isReset = false;
    // To a trainer this is an iterator that wants a reset: it would go through all epochs at once.
    if (!batches.hasNext()) {
      throw new IllegalStateException(
          "epoch "
              + epoch.number()
              + " has no steps: no row is delivered, or fewer than a batch of "
              + size()
              + ", which remainder(DROP) leaves out");
    }
  }
}
