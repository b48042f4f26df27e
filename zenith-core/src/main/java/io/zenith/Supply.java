package io.zenith;

import io.zenith.internal.pipeline.StepPlace;

/// What one loader reads from: opened, and closed with it.
interface Supply extends AutoCloseable {

  /// Begins an epoch.
  ///
  /// @param from the epoch, and its first step
  /// @param epochs how many there are from this one on
  EpochReader begin(DataLoader loader, StepPlace from, int epochs);

  /// How many uses of files have not ended.
  int users();

  /// Releases files and mappings. May be called again if it has failed.
  @Override
  void close();
}
