package io.zenith.internal.pipeline;

import io.zenith.spi.Hold;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads on the caller's thread: for splits that are views of a mapping, with nothing to fetch or
/// decode, where handing over between threads would cost more than the read.
///
/// @param <T> a record batch, as bound for the consumer
public final class DirectFeed<T> implements Feed<T> {
  private final OpenSources<T> sources;
  private final List<FileSplit> splits;

  /// Epochs that are not over.
  private int epochs;

  private int next;
  private int nextBatch;
  private List<T> batches = List.of();
  private @Nullable FileSplit current;
  private boolean closed;

  /// A feed over splits that need no memory.
  ///
  /// @param first the split to begin with, in the first epoch
  /// @param epochs how often they will be read
  public DirectFeed(OpenSources<T> sources, List<FileSplit> splits, int first, int epochs) {
    this.sources = sources;
    this.splits = splits;
    this.next = first;
    this.epochs = epochs;
  }

  @Override
  public synchronized boolean advance() throws IOException {
    requireOpen();
    while (nextBatch == batches.size()) {
      release();
      if (next == splits.size()) {
        return false;
      }
      FileSplit split = splits.get(next++);
      batches = sources.views(split, epochs > 1);
      current = split;
    }
    nextBatch++;
    return true;
  }

  @Override
  public synchronized void nextEpoch() {
    requireOpen();
    release();
    next = 0;
    epochs--;
  }

  @Override
  public synchronized T batch() {
    requireOpen();
    return batches.get(nextBatch - 1);
  }

  @Override
  public synchronized Optional<Hold> hold() {
    requireOpen();
    return Optional.ofNullable(current).map(split -> sources.hold(split.file()));
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the loader is closed");
    }
  }

  private void release() {
    batches = List.of();
    nextBatch = 0;
    if (current != null) {
      sources.release(current.file());
      current = null;
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    release();
  }
}
