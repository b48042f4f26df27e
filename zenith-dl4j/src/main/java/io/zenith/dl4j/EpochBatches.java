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
  private Iterator<Epoch> epochs = Collections.emptyIterator();
  private Iterator<Batch> batches = Collections.emptyIterator();
  private boolean isBegun;

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
    return batches.next();
  }

  void reset() {
    isReset = true;
  }

  private void begin() {
    if (!isReset) {
      return;
    }
    if (!isBegun) {
      epochs = loader.epochs().iterator();
      isBegun = true;
    }
    if (!epochs.hasNext()) {
      throw new IllegalStateException(
          "all epochs of the loader were read; build it with as many epochs(n) as the training has");
    }
    batches = epochs.next().iterator();
    isReset = false;
  }
}
