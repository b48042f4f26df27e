package io.zenith.dl4j;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Epoch;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// The batches of a loader, epoch by epoch: after a reset those of the next one.
final class EpochBatches {
  private final DataLoader loader;
  private Iterator<Batch> batches = Collections.emptyIterator();
  private @Nullable Iterator<Epoch> epochs;
  private @Nullable Epoch next;

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
    if (epochs == null) {
      epochs = loader.epochs().iterator();
    }
    if (next == null) {
      if (!epochs.hasNext()) {
        throw new IllegalStateException(
            "all epochs of the loader were read: build it with as many epochs(n) as the training"
                + " has, and after resume(checkpoint) begin with epoch checkpoint.epoch()");
      }
      next = epochs.next();
    }
    batches = next.iterator(); // where that fails, it stays the next one
    next = null;
    isReset = false;
  }
}
