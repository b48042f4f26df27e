package io.zenith.internal.pipeline;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Gathers the rows that a filter keeps, in file order, as they are found: nobody has to know how
/// many there are, nor where.
///
/// A record batch holds rows of steps, one behind the other; of the first and the last of them
/// perhaps not all. What is found is never waited for to become more, since the memory of a split
/// may be needed for the next one. Where the consumer is slow, whole groups of steps come together
/// all the same.
///
/// @param <T> a record batch, as bound for the consumer
public final class FoundFeed<T> extends GatherFeed<T> {
  private final FoundRows<T> rows;
  private final long stepRows;
  private final long groupRows;

  /// How many rows were planned.
  private long position;

  /// Of the parts that the consumer has not taken, and some before them, how many splits end in
  /// each.
  private final Deque<Integer> ended = new ArrayDeque<>();

  /// Starts to read.
  ///
  /// @param kept which rows of a record batch the filter keeps
  /// @param stepRows rows of a step
  /// @param groupSteps how many steps are gathered together at most
  /// @param depth how many splits may be fetched, decoded or waiting, and how many record batches
  public FoundFeed(
      List<FileSplit> splits,
      Function<T, RowSet> kept,
      long stepRows,
      int groupSteps,
      OpenSources<T> sources,
      PickerPool<T> pickers,
      Resources with,
      Depth depth) {
    super(pickers, with, depth);
    this.stepRows = stepRows;
    this.groupRows = groupSteps * stepRows;
    this.rows =
        new FoundRows<>(
            splits, kept, sources, with, depth, this::plan, this::passedOver, this::ready);
    plan();
  }

  @Override
  boolean isAtEnd() throws IOException {
    return rows.isAtEnd();
  }

  @Override
  boolean planNextEpoch() {
    return false;
  }

  @Override
  Optional<Part<T>> prepare() throws IOException {
    // Groups end with a step.
    FoundRows.Taken<T> found = rows.take((int) (groupRows - position % groupRows));
    if (found.ranges().isEmpty()) {
      return Optional.empty();
    }
    Found part = new Found(position, found.ranges());
    position += part.count;
    ended.addLast(found.ended());
    return Optional.of(part);
  }

  /// How many splits end in parts that are gathered, or wait for the consumer.
  private int ready() {
    while (ended.size() > untaken()) {
      ended.removeFirst();
    }
    return ended.stream().mapToInt(Integer::intValue).sum();
  }

  /// Rows that were found.
  private final class Found implements Part<T> {
    private final List<FoundRange<T>> ranges;
    private final long first;
    private final int count;
    private final StepGroup steps;

    private Found(long first, List<FoundRange<T>> ranges) {
      this.ranges = ranges;
      this.first = first;
      this.count = ranges.stream().mapToInt(FoundRange::count).sum();
      this.steps = new StepGroup(0, first / stepRows, Math.ceilDiv(first + count, stepRows));
    }

    @Override
    public StepGroup steps() {
      return steps;
    }

    @Override
    public T pick(StepGroup some, PickerPool.Lent<T> lent) {
      long end = Math.min(some.end() * stepRows, first + count);
      PickedRows picked = lent.rows();
      picked.begin(some, (int) (end - first));
      long at = first;
      for (long step = some.from(); step < some.end(); step++) {
        int ofStep = (int) (Math.min((step + 1) * stepRows, end) - at);
        picked.beginStep(step);
        picked.add(at, 1, ofStep);
        picked.beginPadding(step);
        at += ofStep;
      }
      RowPicker<T> picker = lent.picker();
      picker.begin(ranges.stream().map(FoundRange::batch).toList());
      int filled = 0;
      for (int i = 0; i < ranges.size() && filled < end - first; i++) {
        FoundRange<T> range = ranges.get(i).first((int) (end - first) - filled);
        range.add(picker, i, picked.numbers(), filled);
        filled += range.count();
      }
      return picker.pick(picked, lent.memory());
    }

    @Override
    public void close() {
      rows.gathered(ranges);
    }
  }

  @Override
  void stopReading() {
    plan(); // does nothing but wait for who plans: what follows must not be overtaken
    rows.close();
  }
}
