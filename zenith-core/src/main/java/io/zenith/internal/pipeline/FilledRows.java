package io.zenith.internal.pipeline;

import io.zenith.internal.order.LaneRange;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Fills a cache with all splits, and then takes rows from anywhere in them.
///
/// @param <T> a record batch, as bound for the consumer
final class FilledRows<T> implements StepRows<T> {
  private final StepRows<T> rows;
  private final Deque<FileSplit> missing;

  /// Those that were read, and are on their way to the disk: they are looked for once more.
  private final Set<FileSplit> written = Collections.newSetFromMap(new IdentityHashMap<>());

  private final SplitReads<T> reads;
  private final OpenSources<T> sources;
  private final Budget budget;
  private final Depth depth;
  private final Runnable changed;

  private int onTheirWay;

  /// What went wrong first.
  private @Nullable Result<T> failed;

  private boolean closed;

  /// @param rows takes them
  /// @param splits those that take memory and have rows that are wanted have to be kept first
  /// @param depth how many may be on their way
  /// @param changed is run when a split is kept, or memory free
  FilledRows(
      StepRows<T> rows,
      List<FileSplit> splits,
      OpenSources<T> sources,
      Resources with,
      Depth depth,
      Runnable changed) {
    this.rows = rows;
    this.missing =
        splits.stream()
            .filter(split -> split.bytes() > 0 && split.rows().count() > 0)
            .collect(Collectors.toCollection(ArrayDeque::new));
    this.reads = new SplitReads<>(sources, with, this::isOpen);
    this.sources = sources;
    this.budget = with.budget();
    this.depth = depth;
    this.changed = changed;
  }

  private synchronized boolean isOpen() {
    return !closed;
  }

  @Override
  public Optional<Ready<T>> prepare(StepGroup group) {
    start();
    synchronized (this) {
      if (failed != null) {
        return Optional.of(new Failed<>(failed));
      }
      if (!missing.isEmpty() || onTheirWay > 0) {
        return Optional.empty();
      }
    }
    return rows.prepare(group);
  }

  /// Starts reads, as many as there is memory for.
  private void start() {
    while (true) {
      FileSplit split;
      Block block;
      synchronized (this) {
        if (closed || failed != null || missing.isEmpty() || onTheirWay >= depth.most()) {
          return;
        }
        split = missing.getFirst();
        if (sources.isKept(split)) {
          missing.removeFirst();
          continue;
        }
        block = budget.tryAcquire(split.bytes(), changed).orElse(null);
        if (block == null) {
          return;
        }
        missing.removeFirst();
        onTheirWay++;
      }
      if (!reads.start(split, block, result -> read(split, result))) {
        return;
      }
    }
  }

  private void read(FileSplit split, Result<T> result) {
    result.release().run();
    synchronized (this) {
      onTheirWay--;
      if (failed == null && !isThere(split, result)) {
        boolean isNew = sources.store() != null && !result.isFailed() && written.add(split);
        if (isNew) {
          missing.addLast(split);
        } else {
          failed =
              result.isFailed()
                  ? result
                  : Result.failed(
                      new IllegalStateException(
                          split.split() + " does not fit the cache: set a larger one"));
        }
      }
    }
    changed.run();
  }

  /// What was found in the store twice may have been given up twice, if there are very many files:
  /// it will be found again.
  private boolean isThere(FileSplit split, Result<T> result) {
    SplitStore<T> store = sources.store();
    return sources.isKept(split)
        || (store != null && !result.isFailed() && written.contains(split) && store.has(split));
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    rows.close();
  }

  /// Rows that cannot be had.
  private record Failed<T>(Result<T> result) implements Ready<T> {
    @Override
    public void begin(RowPicker<T> picker) throws IOException {
      result.get();
    }

    @Override
    public void add(LaneRange range, RowPicker<T> picker, long[] numbers, int at) {
      throw new IllegalStateException("nothing was begun");
    }

    @Override
    public void close() {
      // there is nothing to give back
    }
  }
}
