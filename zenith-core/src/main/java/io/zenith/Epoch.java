package io.zenith;

import java.util.Iterator;

/// One pass over the dataset, as a loader delivers it. Its batches can be read once.
public final class Epoch implements Iterable<Batch> {
  private final DataLoader loader;
  private final int number;

  Epoch(DataLoader loader, int number) {
    this.loader = loader;
    this.number = number;
  }

  /// The number of the epoch, from 0.
  public int number() {
    return number;
  }

  /// The batches, in order.
  ///
  /// @throws IllegalStateException on a second call, or once the loader has moved on or was closed
  @Override
  public Iterator<Batch> iterator() {
    return loader.start(number);
  }

  /// `epoch 0`.
  @Override
  public String toString() {
    return "epoch " + number;
  }
}
