package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.DataLoader;

/// What a Zenith contender does with each batch.
interface ZenithWork {

  /// Does it.
  ///
  /// @return a number that depends on what was delivered
  double consume(Batch batch);

  /// Consumes a batch and adds what was delivered.
  void addTo(ColumnChecksums checksums, Batch batch);

  /// Prepares the work for the batches of a loader.
  interface Maker {
    ZenithWork of(DataLoader loader);
  }
}
