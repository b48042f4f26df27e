package io.zenith;

import io.zenith.internal.pipeline.Closing;
import io.zenith.internal.pipeline.Depth;
import io.zenith.internal.pipeline.DirectFeed;
import io.zenith.internal.pipeline.Feed;
import io.zenith.internal.pipeline.FileSplit;
import io.zenith.internal.pipeline.OpenSources;
import io.zenith.internal.pipeline.PickerPool;
import io.zenith.internal.pipeline.PrefetchFeed;
import io.zenith.internal.pipeline.RankSteps;
import io.zenith.internal.pipeline.Resources;
import io.zenith.internal.pipeline.StepFeed;
import io.zenith.internal.pipeline.StepPlace;
import io.zenith.internal.pipeline.WantedRows;
import io.zenith.internal.proof.FileRows;
import io.zenith.internal.rows.Chunk;
import java.util.List;
import java.util.Optional;

/// Files that are open for a loader.
final class FileSupply implements Supply {
  private final FilePlan plan;
  private final OpenSources<Chunk> sources;
  private final Optional<DiskBlocks> blocks;
  private final Resources with;

  /// What has been learned in one epoch is good for the next.
  private final Depth depth;

  private final PickerPool<Chunk> pickers;

  FileSupply(
      FilePlan plan, OpenSources<Chunk> sources, Optional<DiskBlocks> blocks, Resources with) {
    this.plan = plan;
    this.sources = sources;
    this.blocks = blocks;
    this.with = with;
    this.depth = plan.order().depth();
    FileRows rows = plan.fileRows();
    Transforms transforms = plan.transforms().calledBy(with.tasks()::call);
    this.pickers =
        new PickerPool<>(
            () -> new ChunkPicker(transforms, rows), with.budget(), plan.group().bytes());
  }

  @Override
  public EpochReader begin(DataLoader loader, StepPlace from, int epochs) {
    RankSteps steps = plan.order().rankSteps();
    if (plan.gathers()) {
      return CountedEpochReader.ofGathered(loader, steps, gathering(from, epochs), from);
    }
    long row = from.step() * loader.stepRows;
    int split = 0;
    while (split < plan.order().splits().size()
        && plan.order().splits().get(split).split().rows() <= row) {
      row -= plan.order().splits().get(split).split().rows();
      split++;
    }
    return CountedEpochReader.inFileOrder(loader, steps, inFileOrder(split, epochs), from, row);
  }

  private Feed<Chunk> gathering(StepPlace from, int epochs) {
    StepFeed.Plan steps =
        new StepFeed.Plan(
            plan.order().rankSteps(), plan.group().steps(), from, from.epoch() + epochs, depth);
    List<FileSplit> splits = plan.order().splits();
    WantedRows wanted = plan.order().wanted();
    return switch (plan.source()) {
      case FILE_ORDER -> throw new IllegalStateException("what is in file order is not gathered");
      case WINDOWS -> StepFeed.ofWindows(steps, splits, sources, pickers, with);
      case VIEWS -> StepFeed.ofAnyRow(steps, splits, wanted, sources, pickers, with);
      case KEPT -> StepFeed.ofKept(steps, splits, wanted, sources, pickers, with);
      case NAMED_SPLITS -> StepFeed.ofAnySplit(steps, splits, wanted, sources, pickers, with);
    };
  }

  private Feed<Chunk> inFileOrder(int first, int epochs) {
    return plan.grant() == 0
        ? new DirectFeed<>(sources, plan.order().splits(), first, epochs)
        : new PrefetchFeed<>(sources, plan.order().splits(), first, with, depth, epochs);
  }

  @Override
  public int users() {
    return sources.users();
  }

  @Override
  public void close() {
    Closing.all(List.of(pickers::close, sources::close, () -> blocks.ifPresent(DiskBlocks::close)));
  }
}
