package io.zenith.internal.pipeline;

import io.zenith.internal.order.LaneOrder;
import io.zenith.internal.order.LaneRange;
import io.zenith.internal.order.Order;
import io.zenith.internal.order.Piece;
import io.zenith.internal.order.Window;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads windows ahead. All lanes go from one window to the next in the same step, so that windows
/// of one number are read together: those that are gathered from, and the ones after them.
///
/// Memory is granted in the order in which splits are first needed. It holds what two numbers need,
/// so that the next group is never without it; more is read ahead only where there is much more.
///
/// @param <T> a record batch, as bound for the consumer
final class WindowRows<T> extends LoadedRows<WindowSet<T>, T> implements StepRows<T> {
  private final RankSteps steps;
  private final Order order;
  private final List<FileSplit> splits;
  private final int epochEnd;

  /// Positions of the windows of one number.
  private final long span;

  /// How many windows are read ahead. With one, nothing is asked of a far storage from when all of
  /// it has been asked for until it is needed: less than its latency, if a window is soon consumed.
  private final int ahead;

  // The windows to be named next, and those of each lane that were named last.
  private int epoch;
  private long number;
  private final Map<Integer, LaneOrder> lanes = new HashMap<>();
  private final Map<Integer, LaneWindow<T>> last = new HashMap<>();

  /// @param changed is run when a window is there, or memory free
  WindowRows(
      StepFeed.Plan plan,
      List<FileSplit> splits,
      OpenSources<T> sources,
      Resources with,
      Runnable changed) {
    super(sources, with, plan.depth(), changed);
    this.steps = plan.steps();
    this.order = steps.order();
    this.splits = splits;
    this.epochEnd = plan.epochEnd();
    this.span = WindowNeed.span(order);
    this.ahead = sources.areRemote() && with.budget().isAmple() ? 2 : 1;
    this.epoch = plan.from().epoch();
    this.number = plan.from().step() * order.spec().globalBatch() / span;
  }

  @Override
  public Optional<Ready<T>> prepare(StepGroup group) {
    long first = group.from() * order.spec().globalBatch();
    long end = Math.min(group.end() * order.spec().globalBatch(), order.rows());
    List<LoadedSplit<T>> finished = new ArrayList<>();
    Optional<Ready<T>> ready;
    synchronized (this) {
      giveUpBefore(group.epoch(), first / span, finished);
      nameTo(group.epoch(), (end - 1) / span + ahead);
      ready = isOpen() ? ready(group.epoch(), first / span, (end - 1) / span) : Optional.empty();
    }
    finished.forEach(LoadedSplit::release);
    start();
    return ready;
  }

  private void giveUpBefore(int ofEpoch, long wanted, List<LoadedSplit<T>> finished) {
    while (!sets.isEmpty() && sets.getFirst().isBefore(ofEpoch, wanted)) {
      sets.removeFirst().leave(finished);
    }
    forgetUnused();
  }

  /// Names windows up to this number; beyond the last one, the first ones of the next epoch.
  private void nameTo(int ofEpoch, long wanted) {
    while (epoch < epochEnd && isWanted(ofEpoch, wanted)) {
      sets.addLast(name());
      number++;
      if (number > lastNumber()) {
        number = 0;
        epoch++;
        lanes.clear();
        last.clear();
      }
    }
  }

  private boolean isWanted(int ofEpoch, long wanted) {
    return epoch <= ofEpoch
        ? epoch < ofEpoch || number <= wanted
        : epoch == ofEpoch + 1 && number < wanted - lastNumber();
  }

  private long lastNumber() {
    return (order.rows() - 1) / span;
  }

  private WindowSet<T> name() {
    long batch = order.spec().globalBatch();
    long from = number * span / batch;
    long end = Math.min(Math.ceilDiv((number + 1) * span, batch), steps.count());
    WindowSet<T> set = new WindowSet<>(epoch, number);
    if (from < end) {
      for (int lane : steps.lanes(from, end)) {
        LaneOrder laneOrder = lanes.computeIfAbsent(lane, key -> order.lane(epoch, key));
        if (number < laneOrder.windows()) {
          set.add(lane, name(lane, laneOrder));
        }
      }
    }
    return set;
  }

  private LaneWindow<T> name(int lane, LaneOrder laneOrder) {
    LaneWindow<T> before = last.get(lane);
    Window window =
        before != null && before.window().number() + 1 == number
            ? laneOrder.after(before.window())
            : laneOrder.window(number);
    List<LoadedSplit<T>> loaded = new ArrayList<>();
    for (Piece piece : window.pieces()) {
      LoadedSplit<T> split = before == null ? null : before.goesOn(piece);
      if (split == null) {
        split = name(splits.get(piece.split()));
      }
      loaded.add(split);
      before = null;
    }
    LaneWindow<T> named = new LaneWindow<>(window, loaded);
    last.put(lane, named);
    return named;
  }

  private Optional<Ready<T>> ready(int ofEpoch, long from, long to) {
    List<WindowSet<T>> needed =
        sets.stream().filter(set -> set.isWithin(ofEpoch, from, to)).toList();
    for (WindowSet<T> set : needed) {
      if (!set.isLoaded()) {
        return Optional.empty();
      }
    }
    needed.forEach(WindowSet::enter);
    return Optional.of(new Rows(needed));
  }

  /// The rows of a group, in one window of each lane or a few.
  private final class Rows implements Ready<T> {
    private final List<WindowSet<T>> needed;

    /// Where the rows of each window are in the list of all.
    private final Map<LaneWindow<T>, WindowPlaces<T>> places = new HashMap<>();

    private Rows(List<WindowSet<T>> needed) {
      this.needed = needed;
    }

    @Override
    public void begin(RowPicker<T> picker) {
      List<T> batches = new ArrayList<>();
      for (WindowSet<T> set : needed) {
        for (LaneWindow<T> window : set.windows()) {
          places.put(window, new WindowPlaces<>(window, batches));
        }
      }
      picker.begin(batches);
    }

    @Override
    public void add(LaneRange range, RowPicker<T> picker, long[] numbers, int at)
        throws IOException {
      long index = range.from();
      long end = range.from() + range.count();
      int filled = at;
      while (index < end) {
        LaneWindow<T> window = window(range.lane(), index);
        int count = (int) (Math.min(end, window.end()) - index);
        Objects.requireNonNull(places.get(window)).pick(index, count, picker, numbers, filled);
        index += count;
        filled += count;
      }
    }

    private LaneWindow<T> window(int lane, long index) {
      for (WindowSet<T> set : needed) {
        @Nullable LaneWindow<T> window = set.of(lane);
        if (window != null && window.holds(index)) {
          return window;
        }
      }
      throw new IllegalStateException("index " + index + " of lane " + lane + " is in no window");
    }

    @Override
    public void close() {
      leave(needed);
    }
  }
}
