package io.zenith.internal.pipeline;

import io.zenith.internal.order.LaneRange;
import io.zenith.internal.order.Order;
import io.zenith.internal.order.Slice;
import io.zenith.spi.Stage;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/// Gathers the rows of steps ahead, by tasks, and hands them on in order: a record batch holds the
/// rows of some steps, one behind the other.
///
/// @param <T> a record batch, as bound for the consumer
public final class StepFeed<T> extends ReadAheadFeed<T> {
  private final RankSteps steps;
  private final StepRows<T> rows;
  private final PickerPool<T> pickers;
  private final Tasks tasks;
  private final Meter meter;
  private final int groupSteps;
  private final Object planning = new Object();
  private boolean busy;
  private boolean again;

  // What is planned next.
  private long place;
  private int epoch;
  private long step;
  private int epochEnd;

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
    // To gather further ahead hides nothing, and what is gathered would leave the caches.
    super(with, plan.depth.first(), plan.depth);
    this.meter = with.meter();
    this.steps = plan.steps;
    this.groupSteps = plan.groupSteps;
    this.epoch = plan.from.epoch();
    this.step = plan.from.step();
    this.epochEnd = plan.epochEnd;
    this.pickers = pickers;
    this.tasks = with.tasks();
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
  void slotFreed() {
    plan();
  }

  /// Starts what there are slots, memory and rows for, in this order. Planning may free what lets
  /// more be planned.
  private void plan() {
    synchronized (planning) {
      again = true;
      if (busy) {
        return;
      }
      busy = true;
      try {
        while (again) {
          again = false;
          while (epoch < epochEnd && hasSlot(place) && planNext()) {
            place++;
          }
        }
      } catch (Throwable e) {
        epochEnd = epoch;
        put(place, Result.failed(e));
      } finally {
        busy = false;
      }
      planned(place, pickers.isShort());
    }
  }

  private boolean planNext() {
    if (step == steps.count()) {
      put(place, Result.end());
      epoch++;
      step = 0;
      return true;
    }
    StepGroup group = StepGroup.at(epoch, step, groupSteps, steps.count());
    PickerPool.Lent<T> lent = pickers.lend(this::plan).orElse(null);
    if (lent == null) {
      return false;
    }
    StepRows.Ready<T> ready = rows.prepare(group).orElse(null);
    if (ready == null) {
      lent.giveBack();
      return false;
    }
    long taken = place;
    if (!tasks.startComputing(() -> put(taken, gather(group, ready, lent)))) {
      ready.close();
      lent.giveBack();
      return false;
    }
    step = group.end();
    return true;
  }

  private Result<T> gather(StepGroup group, StepRows.Ready<T> ready, PickerPool.Lent<T> lent) {
    try (ready) {
      return sound(group, ready, lent);
    } catch (Throwable e) {
      lent.giveBack();
      return Result.failed(e);
    }
  }

  /// The steps before the first that fails: what is gathered together with it is right, and comes
  /// before it. Throws if that is the first of the group.
  private Result<T> sound(StepGroup group, StepRows.Ready<T> ready, PickerPool.Lent<T> lent)
      throws IOException {
    Result<T> result = tried(group, ready, lent);
    if (!result.isFailed()) {
      return result;
    }
    long sound = group.from(); // the steps before it can be made,
    long end = group.end(); // and those before this one cannot
    while (end - sound > 1 && ring.isOpen()) {
      long middle = (sound + end) >>> 1;
      Result<T> part = tried(group.to(middle), ready, lent);
      if (part.isFailed()) {
        end = middle;
        result = part;
      } else {
        sound = middle;
      }
    }
    if (sound == group.from()) {
      result.get(); // throws
    }
    return made(group.to(sound), ready, lent).before(result.failure());
  }

  private Result<T> tried(StepGroup steps, StepRows.Ready<T> ready, PickerPool.Lent<T> lent) {
    try {
      return made(steps, ready, lent);
    } catch (Throwable e) {
      return Result.failed(e);
    }
  }

  private Result<T> made(StepGroup steps, StepRows.Ready<T> ready, PickerPool.Lent<T> lent)
      throws IOException {
    if (!ring.isOpen()) {
      throw new IllegalStateException("the loader is closed");
    }
    lent.clear();
    Meter.Timing gather = meter.begin(Stage.GATHER);
    T picked = pick(steps, ready, lent);
    gather.end(steps, 0);
    return Result.of(List.of(transformed(steps, picked, lent)), lent::giveBack);
  }

  private T transformed(StepGroup steps, T picked, PickerPool.Lent<T> lent) {
    if (!lent.picker().isTransforming() || lent.picker().rows(picked) == 0) {
      return picked;
    }
    Meter.Timing transform = meter.begin(Stage.TRANSFORM);
    T made = lent.picker().transform(picked, lent.memory());
    transform.end(steps, 0);
    return made;
  }

  private T pick(StepGroup group, StepRows.Ready<T> ready, PickerPool.Lent<T> lent)
      throws IOException {
    int count = 0;
    for (long at = group.from(); at < group.end(); at++) {
      count += steps.rows(at);
    }
    PickedRows picked = lent.rows();
    picked.begin(group, count);
    ready.begin(lent.picker());
    for (long at = group.from(); at < group.end(); at++) {
      Slice slice = steps.slice(at);
      picked.beginStep(at);
      add(slice.rows(), ready, lent);
      picked.beginPadding(at);
      add(slice.padding(), ready, lent);
    }
    return lent.picker().pick(picked, lent.memory());
  }

  private void add(List<LaneRange> ranges, StepRows.Ready<T> ready, PickerPool.Lent<T> lent)
      throws IOException {
    Order order = steps.order();
    for (LaneRange range : ranges) {
      long first = order.position(range.lane(), range.from());
      int at = lent.rows().add(first, order.lanes(), Math.toIntExact(range.count()));
      ready.add(range, lent.picker(), lent.rows().numbers(), at);
    }
  }

  @Override
  void stopReading() {
    plan(); // does nothing but wait for who plans: what follows must not be overtaken
    rows.close();
  }
}
