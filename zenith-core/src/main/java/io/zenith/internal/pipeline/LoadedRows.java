package io.zenith.internal.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Rows in splits that are read ahead as a whole, in the order in which they were named: the order
/// in which they are first needed. Guarded by itself.
///
/// @param <S> splits that are needed together
/// @param <T> a record batch, as bound for the consumer
abstract class LoadedRows<S extends SplitSet<T>, T> implements AutoCloseable {
  /// Named, in order, and not given up.
  final Deque<S> sets = new ArrayDeque<>();

  /// Named, in order, and not started.
  private final Deque<LoadedSplit<T>> waiting = new ArrayDeque<>();

  private final SplitReads<T> reads;
  private final Budget budget;
  private final Depth depth;
  private final Runnable changed;
  private int onTheirWay;
  private boolean closed;

  /// @param depth how many splits may be on their way
  /// @param changed is run when a split is there, or memory free
  LoadedRows(OpenSources<T> sources, Resources with, Depth depth, Runnable changed) {
    this.reads = new SplitReads<>(sources, with, this::isOpen);
    this.budget = with.budget();
    this.depth = depth;
    this.changed = changed;
  }

  final synchronized boolean isOpen() {
    return !closed;
  }

  /// Names a split, to be read after those that were named before.
  final LoadedSplit<T> name(FileSplit split) {
    LoadedSplit<T> named = new LoadedSplit<>(split);
    waiting.addLast(named);
    return named;
  }

  /// Starts no read of what is no longer needed.
  final void forgetUnused() {
    waiting.removeIf(LoadedSplit::isUnused);
  }

  /// Whether a split may be started. Of those that are needed next, none is held back: nobody gets
  /// a row before all of them are there.
  private boolean mayStart(LoadedSplit<T> split) {
    return onTheirWay < depth.now() || (onTheirWay < depth.most() && isNeededNext(split));
  }

  private boolean isNeededNext(LoadedSplit<T> split) {
    return sets.stream()
        .filter(set -> !set.isLoaded())
        .findFirst()
        .filter(set -> set.splits().anyMatch(needed -> needed.equals(split)))
        .isPresent();
  }

  /// Starts reads, as many as there is memory for.
  final void start() {
    boolean isNews = false;
    while (true) {
      LoadedSplit<T> next;
      Block block;
      synchronized (this) {
        isNews |= takeKept();
        next = waiting.peekFirst();
        boolean isMore = !closed && next != null && mayStart(next);
        block = isMore ? budget.tryAcquire(next.split().bytes(), changed).orElse(null) : null;
        if (block != null) {
          waiting.removeFirst();
          onTheirWay++;
        }
      }
      LoadedSplit<T> started = next;
      if (block == null
          || !reads.start(started.split(), block, result -> loaded(started, result))) {
        break;
      }
    }
    if (isNews) {
      changed.run();
    }
  }

  /// Takes what is kept in a cache from the splits that wait.
  ///
  /// @return whether there was any
  private boolean takeKept() {
    boolean isAny = false;
    while (!waiting.isEmpty()) {
      Result<T> kept = reads.kept(waiting.getFirst().split()).orElse(null);
      if (kept == null) {
        break;
      }
      if (!waiting.removeFirst().set(kept)) {
        kept.release().run();
      }
      isAny = true;
    }
    return isAny;
  }

  private void loaded(LoadedSplit<T> split, Result<T> result) {
    boolean wanted;
    synchronized (this) {
      onTheirWay--;
      wanted = split.set(result);
    }
    if (!wanted) {
      result.release().run();
    }
    changed.run();
  }

  /// Ends one use of each set: their rows are gathered.
  final void leave(List<S> gathered) {
    List<LoadedSplit<T>> finished = new ArrayList<>();
    synchronized (this) {
      gathered.forEach(set -> set.leave(finished));
    }
    finished.forEach(LoadedSplit::release);
    changed.run();
  }

  /// Gives up what is read and what is on its way.
  @Override
  public final void close() {
    List<LoadedSplit<T>> finished = new ArrayList<>();
    synchronized (this) {
      closed = true;
      waiting.clear();
      sets.forEach(set -> set.leave(finished));
      sets.clear();
    }
    finished.forEach(LoadedSplit::release);
  }
}
