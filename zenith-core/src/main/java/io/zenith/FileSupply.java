package io.zenith;

import io.zenith.internal.order.ShuffleKind;
import io.zenith.internal.pipeline.Budget;
import io.zenith.internal.pipeline.Closing;
import io.zenith.internal.pipeline.DirectFeed;
import io.zenith.internal.pipeline.Feed;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.PickerPool;
import io.zenith.internal.pipeline.PrefetchFeed;
import io.zenith.internal.pipeline.StepFeed;
import io.zenith.internal.pipeline.StepPlace;
import io.zenith.internal.pipeline.Tasks;
import io.zenith.schema.Schema;
import java.util.List;

/// Files that are open for a loader.
final class FileSupply implements Supply {
  private final FilePlan plan;
  private final OpenSources<Chunk> sources;
  private final Tasks tasks;
  private final Budget budget;
  private final PickerPool<Chunk> pickers;

  FileSupply(FilePlan plan, OpenSources<Chunk> sources, Tasks tasks, Budget budget) {
    this.plan = plan;
    this.sources = sources;
    this.tasks = tasks;
    this.budget = budget;
    Schema schema = plan.options().schema();
    this.pickers = new PickerPool<>(() -> new ChunkPicker(schema), budget);
  }

  @Override
  public EpochReader begin(DataLoader loader, int epoch, int epochs) {
    return new CountedEpochReader(loader, plan.rankSteps(), feed(epoch, epochs), epoch);
  }

  private Feed<Chunk> feed(int epoch, int epochs) {
    List<FileSplit> splits = plan.splits();
    int prefetch = plan.options().prefetch();
    if (!plan.rankSteps().areInFileOrder()) {
      StepFeed.Plan steps =
          new StepFeed.Plan(
              plan.rankSteps(),
              plan.group().steps(),
              new StepPlace(epoch, 0),
              epoch + epochs,
              prefetch);
      return plan.rankSteps().order().spec().kind() == ShuffleKind.GLOBAL
          ? StepFeed.ofAnyRow(steps, splits, sources, pickers, tasks)
          : StepFeed.ofWindows(steps, splits, sources, pickers, tasks, budget);
    }
    return plan.grant() == 0
        ? new DirectFeed<>(sources, splits, epochs)
        : new PrefetchFeed<>(sources, splits, tasks, budget, prefetch, epochs);
  }

  @Override
  public void close() {
    Closing.all(List.of(pickers::close, sources::close));
  }
}
