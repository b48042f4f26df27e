package io.zenith.djl;

import org.jspecify.annotations.Nullable;

/// The batch that the loader is at. Batches may be taken ahead by one thread and trained on by
/// another: whoever moves the loader, or asks it where it is, holds the lock of this.
final class LoaderPlace {
  private @Nullable ZenithBatch batch;

  /// The loader goes on from its batch, if it is at one.
  void leave() {
    if (batch != null) {
      batch.leave();
      batch = null;
    }
  }

  /// The loader has gone on.
  void arriveAt(ZenithBatch next) {
    batch = next;
  }
}
