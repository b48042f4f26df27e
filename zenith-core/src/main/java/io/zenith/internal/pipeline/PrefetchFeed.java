package io.zenith.internal.pipeline;

import io.zenith.spi.Hold;
import java.util.List;
import java.util.Optional;

/// Reads ahead: splits are fetched by waiting tasks, decoded by computing ones, and handed on in
/// order.
///
/// One planner walks through the splits. For each it waits for a slot of the ring, then for memory,
/// in that order, so that memory is granted in the order in which it will be given back. A failure
/// takes the slot of its split: the consumer meets it when its turn comes, after everything that
/// was right before it.
///
/// @param <T> a record batch, as bound for the consumer
public final class PrefetchFeed<T> extends ReadAheadFeed<T> {
  private final OpenSources<T> sources;
  private final List<FileSplit> splits;
  private final Tasks tasks;
  private final Budget budget;

  /// Starts to read.
  ///
  /// @param depth how many splits may be fetched, decoded or waiting at a time
  public PrefetchFeed(
      OpenSources<T> sources, List<FileSplit> splits, Tasks tasks, Budget budget, int depth) {
    super(tasks, Math.min(depth, splits.size() + 1));
    this.sources = sources;
    this.splits = splits;
    this.tasks = tasks;
    this.budget = budget;
    tasks.startWaiting(this::plan);
  }

  private void plan() {
    int place = 0;
    try {
      while (place < splits.size() && start(place)) {
        place++;
      }
      if (place == splits.size() && ring.awaitSlot(place)) {
        put(place, Result.end());
      }
    } catch (InterruptedException _) {
      // close() ends the planner
    } catch (Throwable e) {
      put(place, Result.failed(e));
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
      budget.release(block);
      put(place, Result.failed(e));
      return;
    }
    // From here on the file is in use.
    try {
      if (!tasks.startComputing(() -> decode(place, split, block, read))) {
        read.close();
        release(split, block);
      }
    } catch (Throwable e) {
      try (read) {
        release(split, block);
        put(place, Result.failed(e));
      }
    }
  }

  private void decode(int place, FileSplit split, Block block, SplitRead<T> read) {
    Result<T> result;
    try {
      List<T> decoded = read.decode(ring::isOpen);
      result = Result.of(decoded, () -> release(split, block), () -> hold(split));
    } catch (Throwable e) {
      release(split, block);
      result = Result.failed(e);
    }
    put(place, result);
  }

  private void release(FileSplit split, Block block) {
    sources.release(split.file());
    budget.release(block);
  }

  /// What was decoded lies in a block, which the next splits will use.
  private Optional<Hold> hold(FileSplit split) {
    return split.bytes() > 0 ? Optional.empty() : Optional.of(sources.hold(split.file()));
  }
}
