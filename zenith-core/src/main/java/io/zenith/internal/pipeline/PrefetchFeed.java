package io.zenith.internal.pipeline;

import io.zenith.spi.Hold;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
  private final OpenSources<T> sources;
  private final List<FileSplit> splits;
  private final Tasks tasks;
  private final Budget budget;
  private final Object planning = new Object();

  /// The place of the next result: `splits.size()` results and an end for each epoch.
  private long place;

  private long places;

  /// Starts to read.
  ///
  /// @param depth how many splits may be fetched, decoded or waiting at a time
  /// @param epochs how often to read them
  public PrefetchFeed(
      OpenSources<T> sources,
      List<FileSplit> splits,
      Tasks tasks,
      Budget budget,
      int depth,
      int epochs) {
    super(tasks, depth);
    this.sources = sources;
    this.splits = splits;
    this.tasks = tasks;
    this.budget = budget;
    this.places = (splits.size() + 1L) * epochs;
    plan();
  }

  @Override
  void slotFreed() {
    plan();
  }

  /// Starts what there are slots and memory for.
  private void plan() {
    synchronized (planning) {
      try {
        while (place < places && ring.hasSlot(place) && start()) {
          place++;
        }
      } catch (Throwable e) {
        places = 0;
        put(place, Result.failed(e));
      }
    }
  }

  /// Starts the read of the next place, if there is memory for it.
  private boolean start() {
    int number = (int) (place % (splits.size() + 1));
    if (number == splits.size()) {
      put(place, Result.end());
      return true;
    }
    FileSplit split = splits.get(number);
    Block block = budget.tryAcquire(split.bytes(), this::plan).orElse(null);
    return block != null && start(new Read(place, split, block));
  }

  private boolean start(Read read) {
    boolean started =
        sources.areRemote()
            ? tasks.startWaiting(read::fetch)
            : tasks.startComputing(read::fetchAndDecode);
    if (!started) {
      budget.release(read.block);
    }
    return started;
  }

  /// A split on its way.
  private final class Read {
    private final long place;
    private final FileSplit split;
    private final Block block;

    private Read(long place, FileSplit split, Block block) {
      this.place = place;
      this.split = split;
      this.block = block;
    }

    private void fetch() {
      SplitRead<T> read = open();
      if (read != null) {
        try {
          if (!tasks.startComputing(() -> decode(read))) {
            giveUp(read);
          }
        } catch (Throwable e) {
          giveUp(read);
          put(place, Result.failed(e));
        }
      }
    }

    private void fetchAndDecode() {
      SplitRead<T> read = open();
      if (read != null) {
        decode(read);
      }
    }

    /// From here on the file is in use, or the read has failed.
    private @Nullable SplitRead<T> open() {
      try {
        return sources.read(split, block);
      } catch (Throwable e) {
        budget.release(block);
        put(place, Result.failed(e));
        return null;
      }
    }

    private void decode(SplitRead<T> read) {
      Result<T> result;
      try {
        List<T> decoded = read.decode(ring::isOpen);
        result = Result.of(decoded, this::release, this::hold);
      } catch (Throwable e) {
        release();
        result = Result.failed(e);
      }
      put(place, result);
    }

    private void giveUp(SplitRead<T> read) {
      try (read) {
        release();
      }
    }

    private void release() {
      sources.release(split.file());
      budget.release(block);
    }

    /// What was decoded lies in a slab, which the next splits will use.
    private Optional<Hold> hold() {
      return split.bytes() > 0 ? Optional.empty() : Optional.of(sources.hold(split.file()));
    }
  }
}
