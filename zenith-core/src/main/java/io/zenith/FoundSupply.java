package io.zenith;

import io.zenith.internal.pipeline.Closing;
import io.zenith.internal.pipeline.FoundFeed;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.PickerPool;
import io.zenith.internal.pipeline.Resources;
import io.zenith.internal.pipeline.RowSet;
import io.zenith.internal.pipeline.StepPlace;
import java.util.List;
import java.util.Objects;

/// Files that are open for a loader that finds the rows that a filter keeps.
final class FoundSupply implements Supply {
  private final FileOrder order;
  private final int groupSteps;
  private final OpenSources<Chunk> sources;
  private final Resources with;
  private final PickerPool<Chunk> pickers;

  /// @param groupSteps how many steps are gathered together at most
  FoundSupply(
      FileOrder order,
      int groupSteps,
      OpenSources<Chunk> sources,
      PickerPool<Chunk> pickers,
      Resources with) {
    this.order = order;
    this.groupSteps = groupSteps;
    this.sources = sources;
    this.pickers = pickers;
    this.with = with;
  }

  @Override
  public EpochReader begin(DataLoader loader, StepPlace from, int epochs) {
    FoundFeed<Chunk> feed =
        new FoundFeed<>(
            order.splits(),
            FoundSupply::kept,
            loader.stepRows,
            groupSteps,
            sources,
            pickers,
            with,
            order.depth());
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
