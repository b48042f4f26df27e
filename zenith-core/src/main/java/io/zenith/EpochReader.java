package io.zenith;

import io.zenith.internal.pipeline.Feed;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// Cuts the record batches of one epoch into batches of one size.
///
/// A batch that lies within a record batch is a view of it. The rows of one that spans several are
/// copied together: each part before its record batch is released.
final class EpochReader implements Iterator<Batch> {
  private final DataLoader loader;
  private final Feed<Chunk> feed;
  private final int epoch;
  private final long steps;
  private final long rows;
  private final int batchSize;
  private long step;
  private Chunk chunk = Chunk.NONE;
  private long at;
  private @Nullable Throwable failure;

  EpochReader(
      DataLoader loader, Feed<Chunk> feed, int epoch, long rows, long steps, int batchSize) {
    this.loader = loader;
    this.feed = feed;
    this.epoch = epoch;
    this.rows = rows;
    this.steps = steps;
    this.batchSize = batchSize;
  }

  @Override
  public boolean hasNext() {
    return step < steps;
  }

  @Override
  public Batch next() {
    if (step >= steps) {
      throw new NoSuchElementException("epoch " + epoch + " has " + steps + " steps");
    }
    requireSound();
    int generation = loader.release(this, epoch);
    long firstRow = step * batchSize;
    int wanted = (int) Math.min(batchSize, rows - firstRow);
    Batch batch =
        isView(wanted)
            ? view(at, wanted, generation, firstRow)
            : gather(wanted, generation, firstRow);
    step++;
    return batch;
  }

  /// Whether so many rows are a view of the current record batch.
  private boolean isView(int wanted) {
    return chunk.end() - at >= wanted && chunk.columns().asTheyAre();
  }

  /// Throws if reading has failed.
  void requireSound() {
    if (failure != null) {
      throw new IllegalStateException(
          "reading failed at step " + step + "; build a new loader", failure);
    }
  }

  private Batch view(long start, int count, int generation, long firstRow) {
    at = start + count;
    Range range = new Range(loader.frame, generation, start, count);
    return new Batch(loader.index, chunk.nodes(), range, epoch, step, firstRow);
  }

  /// A failure half-way has used up rows, so that going on would lose them: it ends the epoch.
  private Batch gather(int wanted, int generation, long firstRow) {
    try {
      return collect(wanted, generation, firstRow);
    } catch (Throwable e) {
      failure = e;
      throw e;
    }
  }

  private Batch collect(int wanted, int generation, long firstRow) {
    SegmentAllocator memory = loader.frame.memory;
    List<Node[]> parts = new ArrayList<>();
    int missing = wanted;
    while (chunk.end() - at < missing) {
      int count = (int) (chunk.end() - at);
      if (count > 0) {
        parts.add(chunk.copy(at, count, memory));
        missing -= count;
      }
      advance();
    }
    if (parts.isEmpty() && isView(wanted)) {
      return view(at, wanted, generation, firstRow);
    }
    parts.add(chunk.copy(at, missing, memory));
    at += missing;
    Range range = new Range(loader.frame, generation, 0, wanted);
    return new Batch(loader.index, Concat.join(parts, memory), range, epoch, step, firstRow);
  }

  private void advance() {
    try {
      if (!feed.advance()) {
        throw new IllegalStateException("the splits have fewer rows than they said");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("while waiting for data");
      interrupted.initCause(e);
      throw new UncheckedIOException(interrupted);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    chunk = feed.batch();
    at = chunk.from();
  }

  void close() {
    feed.close();
  }
}
