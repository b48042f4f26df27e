package io.zenith.internal.pipeline;

import io.zenith.internal.order.LaneRange;
import io.zenith.internal.order.RowNumbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Takes rows from anywhere in files whose splits have to be read as a whole. All that a group of
/// steps needs are read, then it is gathered; meanwhile those of the next groups are read. A split
/// that is needed by groups side by side is read once.
///
/// Memory is granted in the order of the groups, and holds what any of them needs. A split waits in
/// it for a later group only if all groups in between need it too, so that it is never in the way
/// of one of them.
///
/// @param <T> a record batch, as bound for the consumer
final class RandomSplits<T> extends LoadedRows<RandomSplits.Needed<T>, T> implements StepRows<T> {
  private final StepFeed.Plan plan;
  private final List<FileSplit> splits;
  private final WantedRows wanted;
  private final StepSplits stepSplits;

  /// The group to be named next.
  private StepGroup next;

  /// What the group needs that was named last.
  private Map<Integer, LoadedSplit<T>> last = Map.of();

  /// @param changed is run when a split is there, or memory free
  RandomSplits(
      StepFeed.Plan plan,
      List<FileSplit> splits,
      WantedRows wanted,
      OpenSources<T> sources,
      Resources with,
      Runnable changed) {
    super(sources, with, plan.depth(), changed);
    this.plan = plan;
    this.splits = splits;
    this.wanted = wanted;
    this.stepSplits = new StepSplits(plan.steps(), wanted);
    this.next =
        StepGroup.at(
            plan.from().epoch(), plan.from().step(), plan.groupSteps(), plan.steps().count());
  }

  /// The splits of a group.
  static final class Needed<T> extends SplitSet<T> {
    private final Map<Integer, LoadedSplit<T>> splits;

    private Needed(Map<Integer, LoadedSplit<T>> splits) {
      this.splits = splits;
      splits.values().forEach(LoadedSplit::use);
    }

    @Override
    Stream<LoadedSplit<T>> splits() {
      return splits.values().stream();
    }
  }

  @Override
  public Optional<Ready<T>> prepare(StepGroup group) {
    Optional<Ready<T>> ready;
    synchronized (this) {
      while (isOpen()
          && next.epoch() < plan.epochEnd()
          && sets.size() < Math.max(2, plan.depth().now())) {
        name();
      }
      ready = isOpen() && sets.getFirst().isLoaded() ? Optional.of(enter(group)) : Optional.empty();
    }
    start();
    return ready;
  }

  private void name() {
    Map<Integer, LoadedSplit<T>> named = new LinkedHashMap<>();
    for (int split : stepSplits.of(next)) {
      @Nullable LoadedSplit<T> known = last.get(split);
      named.put(split, known == null ? name(splits.get(split)) : known);
    }
    sets.addLast(new Needed<>(named));
    last = named;
    next = next.next(plan.groupSteps(), plan.steps().count());
  }

  /// Hands the use of the first set over to who gathers from it.
  private Rows enter(StepGroup group) {
    return new Rows(sets.removeFirst(), plan.steps().order().rowNumbers(group.epoch()));
  }

  /// The rows of a group.
  private final class Rows implements Ready<T> {
    private final Needed<T> needed;
    private final RowNumbers rowNumbers;

    /// Where the record batches of each split begin in the list of all.
    private final Map<Integer, Integer> places = new HashMap<>();

    private Rows(Needed<T> needed, RowNumbers rowNumbers) {
      this.needed = needed;
      this.rowNumbers = rowNumbers;
    }

    @Override
    public void begin(RowPicker<T> picker) {
      List<T> batches = new ArrayList<>();
      for (Map.Entry<Integer, LoadedSplit<T>> split : needed.splits.entrySet()) {
        places.put(split.getKey(), batches.size());
        batches.addAll(split.getValue().batches());
      }
      picker.begin(batches);
    }

    @Override
    public void add(LaneRange range, RowPicker<T> picker, long[] numbers, int at)
        throws IOException {
      rowNumbers.put(range, numbers, at);
      for (int i = at; i < at + range.count(); i++) {
        int split = wanted.split(numbers[i]);
        int place = Objects.requireNonNull(places.get(split));
        LoadedSplit<T> loaded = Objects.requireNonNull(needed.splits.get(split));
        numbers[i] = loaded.add(picker, place, wanted.inSplit(split, numbers[i]));
      }
    }

    @Override
    public void close() {
      leave(List.of(needed));
    }
  }
}
