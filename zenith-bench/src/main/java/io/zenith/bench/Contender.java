package io.zenith.bench;

import java.io.IOException;

/// An opened file that is read in batches, again and again, by one thread.
interface Contender extends AutoCloseable {
  /// Rows in a batch, as in the published benchmark.
  int BATCH_ROWS = 64;

  /// Reads all rows once, batch by batch.
  ///
  /// @param clock told after each batch
  /// @return a number that depends on what was delivered, so that nothing can be optimised away
  double pass(BatchClock clock) throws IOException;

  /// Reads all rows once and adds up what is delivered, bit by bit.
  ColumnChecksums checksums() throws IOException;

  @Override
  void close();
}
