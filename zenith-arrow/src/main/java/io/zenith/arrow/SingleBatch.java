package io.zenith.arrow;

import io.zenith.spi.BatchIterator;
import io.zenith.spi.RecordBatch;

/// The one record batch of a split.
final class SingleBatch implements BatchIterator {
  private final RecordBatch batch;
  private int advances;

  /// @param batch the record batch
  SingleBatch(RecordBatch batch) {
    this.batch = batch;
  }

  @Override
  public boolean advance() {
    return advances++ == 0;
  }

  @Override
  public RecordBatch batch() {
    if (advances != 1) {
      throw new IllegalStateException("no current batch");
    }
    return batch;
  }

  @Override
  public void close() {}
}
