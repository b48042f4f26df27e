package io.zenith;

import io.zenith.internal.pipeline.Closing;
import io.zenith.internal.pipeline.Depth;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.FoundFeed;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.PickerPool;
import io.zenith.internal.pipeline.Resources;
import io.zenith.internal.pipeline.RowSet;
import io.zenith.internal.pipeline.StepPlace;
import io.zenith.internal.rows.Chunk;
import java.util.List;
import java.util.Objects;

/// Files that are open for a loader that finds the rows that a filter keeps.
final class FoundSupply implements Supply {
  private final List<FileSplit> splits;
  private final Depth depth;
  private final int groupSteps;
  private final OpenSources<Chunk> sources;
  private final Resources with;
  private final PickerPool<Chunk> pickers;

  /// @param splits what is to be read, in order
  /// @param depth how far to read ahead
  /// @param groupSteps how many steps are gathered together at most
  FoundSupply(
      List<FileSplit> splits,
      Depth depth,
      int groupSteps,
      OpenSources<Chunk> sources,
      PickerPool<Chunk> pickers,
      Resources with) {
    this.splits = splits;
    this.depth = depth;
    this.groupSteps = groupSteps;
    this.sources = sources;
    this.pickers = pickers;
    this.with = with;
  }

  @Override
  public EpochReader begin(DataLoader loader, StepPlace from, int epochs) {
    FoundFeed<Chunk> feed =
        new FoundFeed<>(
            splits, FoundSupply::kept, loader.stepRows, groupSteps, sources, pickers, with, depth);
    return new UncountedEpochReader(loader, feed, from.epoch());
  }

  private static RowSet kept(Chunk chunk) {
    return Objects.requireNonNull(chunk.kept());
  }

  @Override
  public int users() {
    return sources.users();
  }

  @Override
  public void close() {
    Closing.all(List.of(pickers::close, sources::close));
  }
}
