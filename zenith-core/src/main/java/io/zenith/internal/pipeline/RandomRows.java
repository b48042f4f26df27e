package io.zenith.internal.pipeline;

import io.zenith.internal.order.LaneRange;
import io.zenith.internal.order.RowNumbers;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Takes rows from anywhere in files whose splits are views of a mapping. A split is opened when
/// the first of its rows is asked for, and looked at again once an epoch.
///
/// @param <T> a record batch, as bound for the consumer
final class RandomRows<T> implements StepRows<T> {
  private final RankSteps steps;
  private final List<FileSplit> splits;
  private final WantedRows wanted;
  private final OpenSources<T> sources;

  private @Nullable OpenSplits<T> current;
  private int epoch;
  private boolean closed;

  RandomRows(RankSteps steps, List<FileSplit> splits, WantedRows wanted, OpenSources<T> sources) {
    this.steps = steps;
    this.splits = splits;
    this.wanted = wanted;
    this.sources = sources;
  }

  @Override
  public synchronized Optional<Ready<T>> prepare(StepGroup group) {
    if (closed) {
      return Optional.empty();
    }
    OpenSplits<T> open = current;
    if (open == null || epoch != group.epoch()) {
      giveUp();
      open = new OpenSplits<>(sources, splits);
      current = open;
      epoch = group.epoch();
    }
    open.use();
    return Optional.of(new Rows(open, steps.order().rowNumbers(epoch)));
  }

  @Override
  public synchronized void close() {
    closed = true;
    giveUp();
  }

  private void giveUp() {
    if (current != null) {
      current.leave();
      current = null;
    }
  }

  /// The rows of a group.
  private final class Rows implements Ready<T> {
    private final OpenSplits<T> from;
    private final RowNumbers rowNumbers;

    private Rows(OpenSplits<T> from, RowNumbers rowNumbers) {
      this.from = from;
      this.rowNumbers = rowNumbers;
    }

    @Override
    public void begin(RowPicker<T> picker) {
      picker.begin(from);
    }

    @Override
    public void add(LaneRange range, RowPicker<T> picker, long[] numbers, int at)
        throws IOException {
      rowNumbers.put(range, numbers, at);
      for (int i = at; i < at + range.count(); i++) {
        int split = wanted.split(numbers[i]);
        long row = wanted.row(split, numbers[i]);
        from.add(picker, split, row);
        numbers[i] = splits.get(split).firstRow() + row;
      }
    }

    @Override
    public void close() {
      from.leave();
    }
  }
}
