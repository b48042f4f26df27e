package io.zenith.cli;

import java.util.Locale;

/// What to do with the folder of a cache.
enum CacheAction {
  /// Say what is there.
  INFO,
  /// Read and check all of it.
  VERIFY,
  /// Remove all of it.
  CLEAR;

  /// As on the command line.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
