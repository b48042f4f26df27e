package io.zenith;

import io.zenith.internal.pipeline.Feed;
import io.zenith.internal.pipeline.RankSteps;

/// Reads an epoch whose number of rows is known.
final class CountedEpochReader extends EpochReader {
  private final Feed<Chunk> feed;
  private final RankSteps steps;
  private final long count;

  CountedEpochReader(DataLoader loader, RankSteps steps, Feed<Chunk> feed, int epoch) {
    this(loader, steps, feed, epoch, false);
  }

  private CountedEpochReader(
      DataLoader loader, RankSteps steps, Feed<Chunk> feed, int epoch, boolean early) {
    super(loader, feed, epoch, early);
    this.feed = feed;
    this.steps = steps;
    this.count = steps.count();
  }

  /// Whether this is at its end and the epoch is the next one: then what was read ahead belongs to
  /// it. In the middle of an epoch, what is left of it would be read for nothing.
  boolean leadsTo(int other) {
    return other == epoch + 1 && !hasNext();
  }

  /// Reads the epoch after this one.
  CountedEpochReader following() {
    return new CountedEpochReader(loader, steps, feed, epoch + 1, true);
  }

  @Override
  public boolean hasNext() {
    return step < count;
  }

  @Override
  int wanted() {
    return steps.rows(step);
  }

  @Override
  int padding() {
    return step == count - 1 ? (int) steps.slice(step).paddingCount() : 0;
  }

  @Override
  void ended() {
    throw new IllegalStateException("the splits have fewer rows than they said");
  }
}
