package io.zenith;

import io.zenith.internal.pipeline.StreamFeed;

/// Reads the only epoch of a stream, whose end shows when it is there.
final class StreamEpochReader extends EpochReader {
  private final StreamFeed<Chunk> feed;

  StreamEpochReader(DataLoader loader, StreamFeed<Chunk> feed, int epoch) {
    super(loader, feed, epoch, false);
    this.feed = feed;
  }

  /// May wait. The current batch stays valid. An interrupt ends the wait and nothing else: the rows
  /// that come are met by the next call.
  @Override
  public boolean hasNext() {
    requireSound();
    return hasRows() || await(feed::hasNext);
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
  void ended() {}
}
