package io.zenith;

import io.zenith.internal.pipeline.ReadAheadFeed;
import io.zenith.internal.pipeline.Wait;
import io.zenith.internal.rows.Chunk;

/// Reads the only epoch of rows of which nobody knows how many there are: its end shows when it is
/// there.
final class UncountedEpochReader extends EpochReader {
  private final ReadAheadFeed<Chunk> feed;
  private boolean isEnded;

  UncountedEpochReader(DataLoader loader, ReadAheadFeed<Chunk> feed, int epoch) {
    super(loader, feed, epoch, 0, 0, false);
    this.feed = feed;
  }

  /// May wait. The current batch stays valid. An interrupt ends the wait and nothing else: the rows
  /// that come are met by the next call. A failure is no end: it is met when the next batch is
  /// taken.
  @Override
  public boolean hasNext() {
    requireSound();
    if (!isEnded && !hasRows() && !Wait.forData(feed::hasNext)) {
      ended();
    }
    return !isEnded;
  }

  /// Whether steps were delivered and none follows. May wait for the next row; once the loader is
  /// closed, nothing follows that anyone knows of.
  boolean isFinished() {
    return step > 0 && (isEnded || (isSound() && loader.isOpen() && !hasNext()));
  }

  @Override
  boolean isGathered() {
    return false;
  }

  @Override
  int wanted() {
    return (int) loader.stepRows;
  }

  @Override
  int padding() {
    return 0;
  }

  @Override
  void ended() {
    isEnded = true;
    loader.meter.run(false);
  }

  @Override
  void received(int rows) {
    loader.received.endStep(epoch, step);
    loader.received.next(epoch, step + 1);
  }
}
