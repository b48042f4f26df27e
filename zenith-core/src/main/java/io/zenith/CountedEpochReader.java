package io.zenith;

import io.zenith.internal.pipeline.Feed;

/// Reads an epoch whose number of rows is known.
final class CountedEpochReader extends EpochReader {
  private final Feed<Chunk> feed;
  private final long steps;
  private final long rows;

  CountedEpochReader(DataLoader loader, Feed<Chunk> feed, int epoch) {
    this(loader, feed, epoch, false);
  }

  private CountedEpochReader(DataLoader loader, Feed<Chunk> feed, int epoch, boolean early) {
    super(loader, feed, epoch, early);
    this.feed = feed;
    this.steps = loader.steps();
    this.rows = loader.rows();
  }

  /// Whether this is at its end and the epoch is the next one: then what was read ahead belongs to
  /// it. In the middle of an epoch, what is left of it would be read for nothing.
  boolean leadsTo(int other) {
    return other == epoch + 1 && !hasNext();
  }

  /// Reads the epoch after this one.
  CountedEpochReader following() {
    return new CountedEpochReader(loader, feed, epoch + 1, true);
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
