package io.zenith.internal.pipeline;

import io.zenith.internal.order.LaneRange;
import io.zenith.internal.order.Order;
import io.zenith.internal.order.Slice;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Gathers the rows of steps whose order is known: a record batch holds the rows of some steps, one
/// behind the other.
///
/// @param <T> a record batch, as bound for the consumer
public final class StepFeed<T> extends GatherFeed<T> {
  private final RankSteps steps;
  private final StepRows<T> rows;
  private final int groupSteps;
  private final int epochEnd;

  // What is planned next.
  private int epoch;
  private long step;

  /// What to gather.
  ///
  /// @param steps what each step has
  /// @param groupSteps how many steps to gather together
  /// @param from the first step
  /// @param epochEnd behind the last epoch
  /// @param depth how many groups may be gathered or waiting, and how many splits on their way
  public record Plan(RankSteps steps, int groupSteps, StepPlace from, int epochEnd, Depth depth) {}

  private StepFeed(
      Plan plan, PickerPool<T> pickers, Resources with, Function<Runnable, StepRows<T>> rows) {
    super(pickers, with, plan.depth);
    this.steps = plan.steps;
    this.groupSteps = plan.groupSteps;
    this.epoch = plan.from.epoch();
    this.step = plan.from.step();
    this.epochEnd = plan.epochEnd;
    this.rows = rows.apply(this::plan);
    plan();
  }

  /// Starts to gather from windows, which are read ahead.
  public static <T> StepFeed<T> ofWindows(
      Plan plan,
      List<FileSplit> splits,
      OpenSources<T> sources,
      PickerPool<T> pickers,
      Resources with) {
    return new StepFeed<>(
        plan, pickers, with, changed -> new WindowRows<>(plan, splits, sources, with, changed));
  }

  /// Starts to gather from splits that are views, wherever the rows are.
  public static <T> StepFeed<T> ofAnyRow(
      Plan plan,
      List<FileSplit> splits,
      WantedRows wanted,
      OpenSources<T> sources,
      PickerPool<T> pickers,
      Resources with) {
    return new StepFeed<>(
        plan, pickers, with, _ -> new RandomRows<>(plan.steps, splits, wanted, sources));
  }

  /// Starts to gather from splits that are all kept in a cache, once they are, wherever the rows
  /// are.
  public static <T> StepFeed<T> ofKept(
      Plan plan,
      List<FileSplit> splits,
      WantedRows wanted,
      OpenSources<T> sources,
      PickerPool<T> pickers,
      Resources with) {
    RandomRows<T> rows = new RandomRows<>(plan.steps, splits, wanted, sources);
    return new StepFeed<>(
        plan,
        pickers,
        with,
        changed -> new FilledRows<>(rows, splits, sources, with, plan.depth, changed));
  }

  /// Starts to gather from splits that are read as a whole, wherever the rows are.
  public static <T> StepFeed<T> ofAnySplit(
      Plan plan,
      List<FileSplit> splits,
      WantedRows wanted,
      OpenSources<T> sources,
      PickerPool<T> pickers,
      Resources with) {
    return new StepFeed<>(
        plan,
        pickers,
        with,
        changed -> new RandomSplits<>(plan, splits, wanted, sources, with, changed));
  }

  @Override
  boolean isAtEnd() {
    return step == steps.count();
  }

  @Override
  boolean planNextEpoch() {
    epoch++;
    step = 0;
    return epoch < epochEnd;
  }

  @Override
  Optional<Part<T>> prepare() {
    StepGroup group = StepGroup.at(epoch, step, groupSteps, steps.count());
    Optional<Part<T>> part = rows.prepare(group).map(ready -> new Steps(group, ready));
    if (part.isPresent()) {
      step = group.end();
    }
    return part;
  }

  /// The rows of a group.
  private final class Steps implements Part<T> {
    private final StepGroup group;
    private final StepRows.Ready<T> ready;

    private Steps(StepGroup group, StepRows.Ready<T> ready) {
      this.group = group;
      this.ready = ready;
    }

    @Override
    public T pick(StepGroup first, PickerPool.Lent<T> lent) throws IOException {
      int count = 0;
      for (long at = first.from(); at < first.end(); at++) {
        count += steps.rows(at);
      }
      PickedRows picked = lent.rows();
      picked.begin(first, count);
      ready.begin(lent.picker());
      for (long at = first.from(); at < first.end(); at++) {
        Slice slice = steps.slice(at);
        picked.beginStep(at);
        add(slice.rows(), lent);
        picked.beginPadding(at);
        add(slice.padding(), lent);
      }
      return lent.picker().pick(picked, lent.memory());
    }

    private void add(List<LaneRange> ranges, PickerPool.Lent<T> lent) throws IOException {
      Order order = steps.order();
      for (LaneRange range : ranges) {
        long first = order.position(range.lane(), range.from());
        int at = lent.rows().add(first, order.lanes(), Math.toIntExact(range.count()));
        ready.add(range, lent.picker(), lent.rows().numbers(), at);
      }
    }

    @Override
    public void close() {
      ready.close();
    }

    @Override
    public StepGroup steps() {
      return group;
    }
  }

  @Override
  void stopReading() {
    plan(); // does nothing but wait for who plans: what follows must not be overtaken
    rows.close();
  }
}
