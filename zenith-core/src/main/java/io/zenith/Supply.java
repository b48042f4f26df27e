package io.zenith;

/// What one loader reads from: opened, and closed with it.
interface Supply extends AutoCloseable {

  /// Begins an epoch.
  ///
  /// @param epochs how many there are from this one on
  EpochReader begin(DataLoader loader, int epoch, int epochs);

  /// Releases files and mappings. May be called again if it has failed.
  @Override
  void close();
}
