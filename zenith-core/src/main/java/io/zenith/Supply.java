package io.zenith;

/// What one loader reads from: opened, and closed with it.
interface Supply extends AutoCloseable {

  /// Begins an epoch.
  ///
  /// @param again whether another one follows
  EpochReader begin(DataLoader loader, int epoch, boolean again);

  /// Releases files and mappings. May be called again if it has failed.
  @Override
  void close();
}
