package io.zenith.internal.pipeline;

import java.util.List;

/// Reads ahead, also into the epochs that follow: splits are fetched and decoded by tasks, and
/// handed on in order.
///
/// A split is started when there is a slot of the ring for it, and then memory, in that order, so
/// that memory is granted in the order in which it will be given back. Nobody waits for these:
/// whoever frees a slot or memory starts what has become possible. So a thread that has decoded one
/// split goes on with the next, and no other has to be woken in between, which on a busy machine
/// takes milliseconds.
///
/// A failure takes the slot of its split: the consumer meets it when its turn comes, after
/// everything that was right before it.
///
/// @param <T> a record batch, as bound for the consumer
public final class PrefetchFeed<T> extends ReadAheadFeed<T> {
  private final SplitReads<T> reads;
  private final List<FileSplit> splits;
  private final Budget budget;
  private final int first;
  private final Object planning = new Object();

  /// The place of the next result: one of each split, from the first on, and an end for each epoch.
  private long place;

  private long places;

  /// Starts to read.
  ///
  /// @param first the split to begin with, in the first epoch
  /// @param depth how many splits may be fetched, decoded or waiting at a time
  /// @param epochs how often to read them
  public PrefetchFeed(
      OpenSources<T> sources,
      List<FileSplit> splits,
      int first,
      Resources with,
      Depth depth,
      int epochs) {
    super(with, depth.most(), depth);
    this.reads = new SplitReads<>(sources, with, ring::isOpen);
    this.splits = splits;
    this.budget = with.budget();
    this.first = first;
    this.places = (splits.size() + 1L) * epochs - first;
    plan();
  }

  @Override
  void stopReading() {
    plan(); // does nothing but wait for who plans: it must not ask for memory after others do
  }

  @Override
  void slotFreed() {
    plan();
  }

  /// Starts what there are slots and memory for.
  private void plan() {
    synchronized (planning) {
      try {
        while (place < places && hasSlot(place) && start()) {
          place++;
        }
      } catch (Throwable e) {
        places = 0;
        put(place, Result.failed(e));
      }
      planned(place, budget.isShort());
    }
  }

  /// Starts the read of the next place, if there is memory for it.
  private boolean start() {
    int number = (int) ((first + place) % (splits.size() + 1));
    if (number == splits.size()) {
      put(place, Result.end());
      return true;
    }
    FileSplit split = splits.get(number);
    Result<T> kept = reads.kept(split).orElse(null);
    if (kept != null) {
      put(place, kept);
      return true;
    }
    Block block = budget.tryAcquire(split.bytes(), this::plan).orElse(null);
    long taken = place;
    return block != null && reads.start(split, block, result -> put(taken, result));
  }
}
