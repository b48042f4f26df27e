package io.zenith;

import io.zenith.internal.layout.Concat;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.internal.pipeline.Feed;
import io.zenith.internal.pipeline.PickedRows;
import io.zenith.internal.pipeline.Wait;
import io.zenith.internal.rows.Chunk;
import io.zenith.spi.Hold;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Cuts the record batches of one epoch into batches of one size.
///
/// A batch that lies within a record batch is a view of it. The rows of one that spans several are
/// copied together: each part before its record batch is released.
abstract sealed class EpochReader implements Iterator<Batch>
    permits CountedEpochReader, UncountedEpochReader {
  final DataLoader loader;
  final int epoch;
  private final Feed<Chunk> feed;

  /// Whether the feed is still in the epoch before.
  private boolean early;

  /// Of views of the current record batch.
  private final BatchOwner ofViews;

  /// Of batches in memory of the loader.
  private final BatchOwner ofCopies;

  long step;

  /// Rows that come first and were delivered in another run.
  private long skip;

  private Chunk chunk = Chunk.NONE;
  private long at;

  /// Memory for the parts of a batch, which are copied again. There may be one for each row, and
  /// then gaps between their columns would take many times what these do.
  private final SegmentAllocator ofParts;

  /// Of the rows of a batch that is copied together.
  private long[] numbers = new long[0];

  private @Nullable Throwable failure;

  /// @param step the first step to deliver
  /// @param skip rows of the feed that belong to steps before
  EpochReader(DataLoader loader, Feed<Chunk> feed, int epoch, long step, long skip, boolean early) {
    this.loader = loader;
    this.feed = feed;
    this.epoch = epoch;
    this.step = step;
    this.skip = skip;
    this.early = early;
    this.ofViews = new Owner(feed::hold);
    this.ofCopies = new Owner(Optional::empty);
    this.ofParts = (bytes, _) -> loader.frame.memory.allocate(bytes, 1);
  }

  /// What a loader says of its current batch.
  private final class Owner implements BatchOwner {
    private final Supplier<Optional<Hold>> holds;

    private Owner(Supplier<Optional<Hold>> holds) {
      this.holds = holds;
    }

    @Override
    public Optional<Hold> hold() {
      return holds.get();
    }

    @Override
    public Checkpoint checkpoint() {
      return loader.checkpoint();
    }
  }

  /// How many rows the batch of the next step should have.
  abstract int wanted();

  /// How many of them, at its end, are there for the second time.
  abstract int padding();

  /// There are no more rows than those that came.
  abstract void ended();

  @Override
  public Batch next() {
    requireSound();
    if (!hasNext()) {
      throw new NoSuchElementException("epoch " + epoch + " has " + step + " steps");
    }
    int generation = loader.release(this, epoch);
    long firstRow = step * loader.stepRows;
    int wanted = wanted();
    awaitStep();
    loader.received.beginStep();
    Batch batch =
        isView(wanted) ? view(wanted, generation, firstRow) : gather(wanted, generation, firstRow);
    try {
      loader.received.count(batch.rows());
      received(batch.rows());
    } catch (Throwable e) {
      failure = e; // its rows are taken, and nobody gets them
      throw e;
    }
    step++;
    return batch;
  }

  /// The batch of the current step is about to be delivered.
  abstract void received(int rows);

  /// Of rows that are gathered for steps, a step is in one record batch, also if it has no rows.
  private void awaitStep() {
    PickedRows picked = chunk.picked();
    if (isGathered() && (picked == null || picked.endStep() == step)) {
      try {
        if (!advance()) {
          ended();
        }
      } catch (Throwable e) {
        failure = e;
        throw e;
      }
    }
  }

  /// Whether rows are gathered for steps.
  abstract boolean isGathered();

  /// Whether the current record batch has rows that were not delivered.
  boolean hasRows() {
    return at < chunk.end();
  }

  /// Whether so many rows are a view of the current record batch.
  private boolean isView(int wanted) {
    return chunk.end() - at >= wanted && chunk.columns().asTheyAre();
  }

  /// Whether reading has not failed.
  boolean isSound() {
    return failure == null;
  }

  /// Throws if reading has failed.
  void requireSound() {
    if (!isSound()) {
      throw new IllegalStateException(
          "reading failed at step " + step + "; build a new loader", failure);
    }
  }

  private Batch view(int count, int generation, long firstRow) {
    Range range = new Range(loader.frame, generation, at, count);
    take(count);
    return new Batch(
        loader.index,
        chunk.nodes(),
        range,
        ofViews,
        epoch,
        step,
        firstRow,
        chunk.numbers(),
        padding());
  }

  /// A failure half-way has used up rows, so that going on would lose them: it ends the epoch.
  private Batch gather(int wanted, int generation, long firstRow) {
    try {
      return collect(wanted, generation, firstRow);
    } catch (IllegalStateException e) {
      failure = e;
      loader.requireOpen(); // memory that a close has freed meanwhile only says that it is freed
      throw e;
    } catch (Throwable e) {
      failure = e;
      throw e;
    }
  }

  /// The next rows of the current record batch go into the current step.
  private void take(int count) {
    PickedRows picked = chunk.picked();
    if (picked != null) {
      loader.received.add(picked, step);
    }
    at += count;
  }

  private Batch collect(int wanted, int generation, long firstRow) {
    SegmentAllocator memory = loader.frame.memory;
    List<Node[]> parts = new ArrayList<>();
    int missing = wanted;
    boolean isNumbered = false;
    while (chunk.end() - at < missing) {
      int count = (int) (chunk.end() - at);
      if (count > 0) {
        parts.add(chunk.copy(at, count, ofParts));
        isNumbered |= number(wanted - missing, count);
        take(count);
        missing -= count;
      }
      if (!advance()) {
        ended();
        break;
      }
    }
    if (parts.isEmpty() && isView(wanted)) {
      return view(wanted, generation, firstRow);
    }
    boolean isOnePart = parts.isEmpty();
    if (hasRows()) {
      parts.add(chunk.copy(at, missing, isOnePart ? memory : ofParts));
      isNumbered |= number(wanted - missing, missing);
      take(missing);
      missing = 0;
    }
    Range range = new Range(loader.frame, generation, 0, wanted - missing);
    Node[] joined = isOnePart ? parts.getFirst() : Concat.join(parts, memory);
    return new Batch(
        loader.index,
        joined,
        range,
        ofCopies,
        epoch,
        step,
        firstRow,
        isNumbered ? place -> numbers[(int) place] : null,
        padding());
  }

  /// Keeps the numbers of the next rows of the current record batch.
  ///
  /// @param to the place of the first in the batch
  /// @return whether they need any: rows in file order follow each other
  private boolean number(int to, int count) {
    LongUnaryOperator ofChunk = chunk.numbers();
    if (ofChunk == null) {
      return false;
    }
    if (numbers.length < to + count) {
      numbers = Arrays.copyOf(numbers, Math.max(to + count, 2 * to));
    }
    for (int i = 0; i < count; i++) {
      numbers[to + i] = ofChunk.applyAsLong(at + i);
    }
    return true;
  }

  private boolean advance() {
    chunk = Chunk.NONE;
    at = 0;
    if (!Wait.forData(this::advanceFeed)) {
      return false;
    }
    chunk = feed.batch();
    long skipped = Math.min(skip, chunk.rows());
    at = chunk.from() + skipped;
    skip -= skipped;
    return true;
  }

  private boolean advanceFeed() throws IOException, InterruptedException {
    if (early) {
      feed.nextEpoch();
      early = false;
    }
    return feed.advance();
  }

  void close() {
    feed.close();
  }
}
