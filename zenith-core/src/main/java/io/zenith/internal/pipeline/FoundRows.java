package io.zenith.internal.pipeline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/// The rows of splits that a filter keeps, in file order, as they are found: splits are read ahead,
/// and given up once the rows that were found in them are gathered.
///
/// @param <T> a record batch, as bound for the consumer
final class FoundRows<T> extends LoadedRows<FoundRows.OneSplit<T>, T> {
  private final List<FileSplit> splits;
  private final Function<T, RowSet> kept;
  private final Depth depth;
  private final Runnable passedOver;
  private final IntSupplier ready;

  /// The split to be named next.
  private int next;

  /// @param kept which rows of a record batch the filter keeps
  /// @param depth how many splits may be on their way, or loaded; and as many more may have rows
  ///   that wait for the consumer
  /// @param changed is run when a split is there, or memory free
  /// @param passedOver is run when no row of a split is kept
  /// @param ready how many splits have ended in rows that were taken, and wait for the consumer
  FoundRows(
      List<FileSplit> splits,
      Function<T, RowSet> kept,
      OpenSources<T> sources,
      Resources with,
      Depth depth,
      Runnable changed,
      Runnable passedOver,
      IntSupplier ready) {
    super(sources, with, depth, changed);
    this.splits = splits;
    this.kept = kept;
    this.depth = depth;
    this.passedOver = passedOver;
    this.ready = ready;
  }

  /// Rows that were found.
  ///
  /// @param ended how many splits end in them
  record Taken<T>(List<FoundRange<T>> ranges, int ended) {}

  /// A split, and how far its rows were taken.
  static final class OneSplit<T> extends SplitSet<T> {
    private final LoadedSplit<T> split;

    // The record batch to take rows of: its place, the number of its first row in the dataset, and
    // how many of the rows that are kept were taken.
    private int place;
    private long firstRow;
    private long taken;

    private boolean isAnyKept;

    private OneSplit(LoadedSplit<T> split) {
      this.split = split;
      this.firstRow = split.split().firstRow();
      split.use();
    }

    @Override
    Stream<LoadedSplit<T>> splits() {
      return Stream.of(split);
    }

    /// Takes rows of the current record batch, and goes on to the next one after the last of them.
    private FoundRange<T> take(T batch, RowSet rows, long most) {
      int count = (int) Math.min(most, rows.count() - taken);
      FoundRange<T> range = new FoundRange<>(this, batch, rows, firstRow, taken, count);
      taken += count;
      if (taken == rows.count()) {
        place++;
        firstRow += rows.rows();
        taken = 0;
      }
      return range;
    }
  }

  /// Whether no row follows.
  ///
  /// @throws IOException and unchecked exceptions: why the next ones are not there
  boolean isAtEnd() throws IOException {
    Taken<T> none = take(0);
    assert none.ranges().isEmpty();
    synchronized (this) {
      return sets.isEmpty() && next == splits.size();
    }
  }

  /// The next rows, as far as they are found; none if that is no further than before.
  ///
  /// @param most how many rows at most
  /// @throws IOException and unchecked exceptions: why the next ones are not there
  Taken<T> take(int most) throws IOException {
    List<LoadedSplit<T>> finished = new ArrayList<>();
    List<FoundRange<T>> found = new ArrayList<>();
    int ended;
    try {
      synchronized (this) {
        nameNext(0);
        ended = take(most, found, finished);
        nameNext(ended);
      }
    } finally {
      finished.forEach(LoadedSplit::release);
    }
    start();
    return new Taken<>(found, ended);
  }

  /// @param taken how many splits have ended in the rows that are being taken
  private void nameNext(int taken) {
    int now = depth.now();
    int most = Math.min(now, 2 * now - ready.getAsInt() - taken);
    while (isOpen() && next < splits.size() && sets.size() < most) {
      sets.addLast(new OneSplit<>(name(splits.get(next))));
      next++;
    }
  }

  /// Takes rows.
  ///
  /// @return how many splits end in them
  private int take(int most, List<FoundRange<T>> found, List<LoadedSplit<T>> finished)
      throws IOException {
    int ended = 0;
    int missing = most;
    while (!sets.isEmpty() && sets.getFirst().isLoaded()) {
      OneSplit<T> first = sets.getFirst();
      if (first.split.isFailed() && !found.isEmpty()) {
        return ended; // in its turn
      }
      List<T> batches = first.split.get();
      while (first.place < batches.size()) {
        T batch = batches.get(first.place);
        RowSet rows = kept.apply(batch);
        if (missing == 0 && rows.count() > 0) {
          return ended;
        }
        FoundRange<T> range = first.take(batch, rows, missing);
        if (range.count() > 0) {
          first.enter();
          first.isAnyKept = true;
          found.add(range);
          missing -= range.count();
        }
      }
      sets.removeFirst().leave(finished);
      if (first.isAnyKept) {
        ended++;
      } else {
        passedOver.run();
      }
    }
    return ended;
  }

  /// Rows were gathered.
  void gathered(List<FoundRange<T>> ranges) {
    leave(ranges.stream().map(FoundRange::split).toList());
  }
}
