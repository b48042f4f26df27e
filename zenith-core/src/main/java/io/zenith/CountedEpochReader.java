package io.zenith;

import io.zenith.internal.pipeline.Feed;

/// Reads an epoch whose number of rows is known.
final class CountedEpochReader extends EpochReader {
  private final long steps;
  private final long rows;

  CountedEpochReader(DataLoader loader, Feed<Chunk> feed, int epoch) {
    super(loader, feed, epoch);
    this.steps = loader.steps();
    this.rows = loader.rows();
  }

  @Override
  public boolean hasNext() {
    return step < steps;
  }

  @Override
  int wanted(long firstRow) {
    return (int) Math.min(loader.batchSize, rows - firstRow);
  }

  @Override
  void ended() {
    throw new IllegalStateException("the splits have fewer rows than they said");
  }
}
