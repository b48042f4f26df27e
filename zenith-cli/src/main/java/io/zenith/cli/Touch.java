package io.zenith.cli;

import java.util.Locale;

/// What `read` does with the values of a batch.
enum Touch {
  /// Nothing: batches are made, and no value is looked at.
  NONE,
  /// Reads the first value of each column.
  FIRST,
  /// Reads and sums every byte of every value.
  ALL;

  /// As on the command line.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
