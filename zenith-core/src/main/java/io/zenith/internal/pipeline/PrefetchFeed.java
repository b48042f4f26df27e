package io.zenith.internal.pipeline;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads ahead: splits are fetched by waiting tasks, decoded by computing ones, and handed on in
/// order.
///
/// One planner walks through the splits. For each it waits for a slot of the ring, then for memory,
/// in that order, so that memory is granted in the order in which it will be given back. A failure
/// takes the slot of its split: the consumer meets it when its turn comes, after everything that
/// was right before it.
///
/// @param <T> a record batch, as bound for the consumer
public final class PrefetchFeed<T> implements Feed<T> {

  /// What became of a split: decoded, failed, or the end (neither).
  private record Result<T>(
      @Nullable FileSplit split,
      List<T> batches,
      @Nullable Block block,
      @Nullable Throwable failure) {}

  private final OpenSources<T> sources;
  private final List<FileSplit> splits;
  private final Tasks tasks;
  private final Budget budget;
  private final Ring<Result<T>> ring;
  private volatile @Nullable Result<T> current;
  private int nextBatch;
  private boolean closed;

  /// Starts to read.
  ///
  /// @param depth how many splits may be fetched, decoded or waiting at a time
  public PrefetchFeed(
      OpenSources<T> sources, List<FileSplit> splits, Tasks tasks, Budget budget, int depth) {
    this.sources = sources;
    this.splits = splits;
    this.tasks = tasks;
    this.budget = budget;
    this.ring = new Ring<>(tasks, Math.min(depth, splits.size() + 1));
    tasks.startWaiting(this::plan);
  }

  private void plan() {
    int place = 0;
    try {
      while (place < splits.size() && start(place)) {
        place++;
      }
      if (place == splits.size() && ring.awaitSlot(place)) {
        put(place, new Result<>(null, List.of(), null, null));
      }
    } catch (InterruptedException _) {
      // close() ends the planner
    } catch (Throwable e) {
      put(place, new Result<>(null, List.of(), null, e));
    }
  }

  /// Waits for all that the split in this place needs, and starts to fetch it.
  ///
  /// @return false once the loader is closed
  private boolean start(int place) throws InterruptedException {
    FileSplit split = splits.get(place);
    if (!ring.awaitSlot(place)) {
      return false;
    }
    Block block = budget.acquire(split.bytes()).orElse(null);
    if (block == null) {
      return false;
    }
    if (ring.awaitSlot(place) && tasks.startWaiting(() -> fetch(place, split, block))) {
      return true;
    }
    budget.release(block);
    return false;
  }

  private void fetch(int place, FileSplit split, Block block) {
    SplitRead<T> read;
    try {
      read = sources.read(split, block);
    } catch (Throwable e) {
      put(place, new Result<>(null, List.of(), block, e));
      return;
    }
    // From here on the file is in use: a result that names the split gives it back.
    try {
      if (!tasks.startComputing(() -> decode(place, split, block, read))) {
        read.close();
        put(place, new Result<>(split, List.of(), block, null));
      }
    } catch (Throwable e) {
      try (read) {
        put(place, new Result<>(split, List.of(), block, e));
      }
    }
  }

  private void decode(int place, FileSplit split, Block block, SplitRead<T> read) {
    Result<T> result;
    try {
      List<T> decoded = read.decode(ring::isOpen);
      result = new Result<>(split, decoded, block, null);
    } catch (Throwable e) {
      result = new Result<>(split, List.of(), block, e);
    }
    put(place, result);
  }

  private void put(int place, Result<T> result) {
    if (!ring.put(place, result)) {
      release(result);
    }
  }

  @Override
  public boolean advance() throws IOException, InterruptedException {
    while (true) {
      Result<T> result = current;
      if (result != null && ++nextBatch < result.batches.size()) {
        return true;
      }
      move(null);
      Result<T> next = ring.take();
      if (next.failure != null) {
        release(next);
        rethrow(next.failure);
      }
      if (next.split == null) {
        return false;
      }
      move(next);
      nextBatch = -1;
    }
  }

  /// Makes another result the current one. Only this and the consumer's reads touch `current`: a
  /// close by another thread comes either before, and then finds nothing to release, or after.
  private synchronized void move(@Nullable Result<T> next) {
    if (current != null) {
      release(current);
    }
    current = next;
    if (closed && next != null) {
      current = null;
      release(next);
    }
  }

  private static void rethrow(Throwable failure) throws IOException {
    switch (failure) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }

  @Override
  public T batch() {
    return result().batches.get(nextBatch);
  }

  private Result<T> result() {
    Result<T> result = current;
    if (result == null) {
      throw new IllegalStateException("the loader is closed");
    }
    return result;
  }

  private void release(Result<T> result) {
    if (result.split != null) {
      sources.release(result.split.file());
    }
    if (result.block != null) {
      budget.release(result.block);
    }
  }

  @Override
  public void close() {
    ring.close().forEach(this::release);
    synchronized (this) {
      closed = true;
      move(null);
    }
  }
}
