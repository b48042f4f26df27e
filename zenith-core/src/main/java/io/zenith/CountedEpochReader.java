package io.zenith;

import io.zenith.internal.pipeline.Feed;
import io.zenith.internal.pipeline.RankSteps;
import io.zenith.internal.pipeline.StepPlace;
import io.zenith.internal.rows.Chunk;

/// Reads an epoch whose number of rows is known.
final class CountedEpochReader extends EpochReader {
  private final Feed<Chunk> feed;
  private final RankSteps steps;
  private final long count;
  private final boolean gathered;

  private CountedEpochReader(
      DataLoader loader,
      RankSteps steps,
      Feed<Chunk> feed,
      StepPlace from,
      long skip,
      boolean gathered,
      boolean early) {
    super(loader, feed, from.epoch(), from.step(), skip, early);
    this.feed = feed;
    this.steps = steps;
    this.count = steps.count();
    this.gathered = gathered;
  }

  /// Over rows as the files have them.
  ///
  /// @param from the first step to deliver
  /// @param skip rows of the feed that belong to steps before
  static CountedEpochReader inFileOrder(
      DataLoader loader, RankSteps steps, Feed<Chunk> feed, StepPlace from, long skip) {
    return new CountedEpochReader(loader, steps, feed, from, skip, false, false);
  }

  /// Over rows that were gathered for steps.
  ///
  /// @param from the first step to deliver
  static CountedEpochReader ofGathered(
      DataLoader loader, RankSteps steps, Feed<Chunk> feed, StepPlace from) {
    return new CountedEpochReader(loader, steps, feed, from, 0, true, false);
  }

  /// Whether this is at its end and the epoch is the next one: then what was read ahead belongs to
  /// it. In the middle of an epoch, what is left of it would be read for nothing.
  boolean leadsTo(int other) {
    return other == epoch + 1 && !hasNext();
  }

  /// Reads the epoch after this one.
  CountedEpochReader following() {
    StepPlace next = new StepPlace(epoch + 1, 0);
    return new CountedEpochReader(loader, steps, feed, next, 0, gathered, true);
  }

  @Override
  public boolean hasNext() {
    return step < count;
  }

  @Override
  boolean isGathered() {
    return gathered;
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

  @Override
  void received(int rows) {
    if (gathered) {
      loader.received.endStep(epoch, step);
    } else {
      loader.received.add(epoch, step, step * loader.stepRows, rows);
    }
    boolean isLast = step + 1 == count;
    if (isLast) {
      loader.meter.run(false);
    }
    loader.received.next(isLast ? epoch + 1 : epoch, isLast ? 0 : step + 1);
  }
}
