package io.zenith;

import io.zenith.Concat.Part;
import io.zenith.internal.pipeline.Feed;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

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
  private Node[] nodes = new Node[0];
  private long at;
  private long end;

  EpochReader(DataLoader loader, Feed<Chunk> feed, int epoch, long rows, long steps, int batchSize) {
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
    int generation = loader.release(this, epoch, step);
    long firstRow = step * batchSize;
    int wanted = (int) Math.min(batchSize, rows - firstRow);
    Batch batch =
        end - at >= wanted
            ? view(nodes, at, wanted, generation, firstRow)
            : gather(wanted, generation, firstRow);
    step++;
    return batch;
  }

  private Batch view(Node[] columns, long start, int count, int generation, long firstRow) {
    at = start + count;
    Range range = new Range(loader.frame, generation, start, count);
    return new Batch(loader.index, columns, range, epoch, step, firstRow);
  }

  private Batch gather(int wanted, int generation, long firstRow) {
    List<Node[]> parts = new ArrayList<>();
    int missing = wanted;
    while (end - at < missing) {
      int count = (int) (end - at);
      if (count > 0) {
        parts.add(copy(count));
        missing -= count;
      }
      advance();
    }
    if (parts.isEmpty()) {
      return view(nodes, at, wanted, generation, firstRow);
    }
    parts.add(copy(missing));
    at += missing;
    Range range = new Range(loader.frame, generation, 0, wanted);
    return new Batch(loader.index, join(parts), range, epoch, step, firstRow);
  }

  /// The next rows of the current record batch, in memory that lives as long as the step.
  private Node[] copy(int count) {
    Node[] copies = new Node[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      copies[i] = Concat.copy(nodes[i], at, count, loader.frame.memory);
    }
    return copies;
  }

  private Node[] join(List<Node[]> parts) {
    Node[] joined = new Node[nodes.length];
    for (int i = 0; i < joined.length; i++) {
      int column = i;
      List<Part> pieces =
          parts.stream().map(part -> new Part(part[column], 0, part[column].length)).toList();
      joined[i] = Concat.of(pieces, loader.frame.memory);
    }
    return joined;
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
    Chunk chunk = feed.batch();
    nodes = chunk.nodes();
    at = chunk.from();
    end = chunk.end();
  }

  void close() {
    feed.close();
  }
}
