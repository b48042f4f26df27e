package io.zenith;

import io.zenith.internal.pipeline.PickedRows;
import io.zenith.internal.pipeline.StreamFeed;
import org.jspecify.annotations.Nullable;

/// Reads the only epoch of a stream, whose end shows when it is there.
final class StreamEpochReader extends EpochReader {
  private final StreamFeed<Chunk> feed;

  StreamEpochReader(DataLoader loader, StreamFeed<Chunk> feed, int epoch) {
    super(loader, feed, epoch, 0, 0, false);
    this.feed = feed;
  }

  /// May wait. The current batch stays valid. An interrupt ends the wait and nothing else: the rows
  /// that come are met by the next call.
  @Override
  public boolean hasNext() {
    requireSound();
    boolean more = hasRows() || await(feed::hasNext);
    if (!more) {
      loader.meter.run(false);
    }
    return more;
  }

  @Override
  boolean isGathered() {
    return false;
  }

  @Override
  int wanted() {
    return loader.batchSize;
  }

  @Override
  int padding() {
    return 0;
  }

  @Override
  void ended() {
    loader.meter.run(false);
  }

  @Override
  void received(int rows, @Nullable PickedRows picked) {
    // nobody can go on in the midst of a stream
  }
}
