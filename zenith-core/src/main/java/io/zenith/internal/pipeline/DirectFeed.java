package io.zenith.internal.pipeline;

import io.zenith.spi.BatchIterator;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.Split;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads on the caller's thread: for splits that are views of a mapping, with nothing to fetch or
/// decode, where handing over between threads would cost more than the read.
public final class DirectFeed implements Feed {
  private static final SegmentAllocator NO_MEMORY =
      (bytes, _) -> {
        throw new IllegalStateException("a split promised to take no memory, and takes " + bytes);
      };

  private final OpenSources sources;
  private final List<FileSplit> splits;
  private final List<Integer> columns;
  private int next;
  private boolean closed;
  private @Nullable FileSplit current;
  private @Nullable BatchIterator batches;

  /// A feed over splits that need no memory.
  public DirectFeed(OpenSources sources, List<FileSplit> splits, List<Integer> columns) {
    this.sources = sources;
    this.splits = splits;
    this.columns = columns;
  }

  @Override
  public synchronized boolean advance() throws IOException {
    while (true) {
      if (batches != null && batches.advance()) {
        return true;
      }
      release();
      if (closed) {
        throw new IllegalStateException("the loader is closed");
      }
      if (next == splits.size()) {
        return false;
      }
      FileSplit split = splits.get(next++);
      var source = sources.acquire(split.file());
      current = split;
      batches = source.read(ReadRequest.all(split.split(), columns, NO_MEMORY));
    }
  }

  @Override
  public synchronized RecordBatch batch() {
    return Objects.requireNonNull(batches).batch();
  }

  @Override
  public synchronized Split split() {
    return Objects.requireNonNull(current).split();
  }

  private void release() {
    if (batches != null) {
      batches.close();
      batches = null;
    }
    if (current != null) {
      sources.release(current.file());
      current = null;
    }
  }

  @Override
  public synchronized void close() {
    release();
    closed = true;
  }
}
