package io.zenith;

import io.zenith.internal.pipeline.Budget;
import io.zenith.internal.pipeline.DirectFeed;
import io.zenith.internal.pipeline.Feed;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.PrefetchFeed;
import io.zenith.internal.pipeline.Tasks;
import java.util.List;

/// The splits of a dataset's files, read once an epoch.
///
/// @param splits the splits, in order
/// @param sources the files
/// @param prefetch how many splits may be on their way
record FileSupply(
    List<FileSplit> splits, OpenSources<Chunk> sources, int prefetch, Tasks tasks, Budget budget)
    implements Supply {

  @Override
  public EpochReader begin(DataLoader loader, int epoch, int epochs) {
    return new CountedEpochReader(loader, feed(epochs), epoch);
  }

  private Feed<Chunk> feed(int epochs) {
    boolean nothingToDecode = splits.stream().allMatch(split -> split.bytes() == 0);
    return nothingToDecode
        ? new DirectFeed<>(sources, splits, epochs)
        : new PrefetchFeed<>(sources, splits, tasks, budget, prefetch, epochs);
  }

  @Override
  public void close() {
    sources.close();
  }
}
