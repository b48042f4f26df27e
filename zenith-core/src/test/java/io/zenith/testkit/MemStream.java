package io.zenith.testkit;

import io.zenith.schema.Schema;
import io.zenith.spi.BatchStream;
import io.zenith.spi.Projection;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// A stream of record batches in memory, which are copied to where the loader wants them.
public final class MemStream implements BatchStream {
  private final Schema schema;
  private final List<RecordBatch> batches;

  /// What happens before a record batch is delivered, or before the end.
  private final Hook hook;

  /// How often it was closed.
  public final AtomicInteger closes = new AtomicInteger();

  private int next;

  /// Called with the number of the record batch to come.
  public interface Hook {
    /// May wait or fail.
    void before(int number) throws IOException, InterruptedException;
  }

  /// A stream that does something before each record batch.
  public MemStream(Schema schema, List<RecordBatch> batches, Hook hook) {
    this.schema = schema;
    this.batches = batches;
    this.hook = hook;
  }

  /// A stream without surprises.
  public MemStream(Schema schema, List<RecordBatch> batches) {
    this(schema, batches, _ -> {});
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public Optional<RecordBatch> next(List<Projection> columns, SegmentAllocator buffers)
      throws IOException {
    try {
      hook.before(next);
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
    if (next == batches.size()) {
      return Optional.empty();
    }
    RecordBatch batch = batches.get(next++);
    return Optional.of(
        new RecordBatch(
            batch.fromRow(),
            batch.rows(),
            columns.stream()
                .map(column -> MemFormat.copy(MemFile.select(batch, column), buffers))
                .toList()));
  }

  @Override
  public void close() {
    closes.incrementAndGet();
  }

  @Override
  public String toString() {
    return "mem stream";
  }
}
