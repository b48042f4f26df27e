package io.zenith.internal.pipeline;

import io.zenith.spi.BatchStream;
import io.zenith.spi.Projection;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.Stage;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// Reads a stream ahead: one task reads and decodes, and hands on in order.
///
/// @param <T> a record batch, as bound for the consumer
public final class StreamFeed<T> extends ReadAheadFeed<T> {
  private final BatchStream stream;
  private final List<Projection> columns;
  private final Function<SegmentAllocator, Binder<T>> binder;
  private final ToLongFunction<T> rows;
  private final Budget budget;
  private final Meter meter;

  /// Where in a stream something is.
  private record Part(BatchStream stream, long number) {
    @Override
    public String toString() {
      return stream + ", record batch " + number;
    }
  }

  /// Starts to read.
  ///
  /// @param binder gets the memory that each record batch may take besides
  /// @param rows how many rows are left of one
  /// @param depth how many record batches may wait at a time
  public StreamFeed(
      BatchStream stream,
      List<Projection> columns,
      Function<SegmentAllocator, Binder<T>> binder,
      ToLongFunction<T> rows,
      Resources with,
      int depth) {
    super(with, depth, Depth.of(depth));
    this.meter = with.meter();
    this.stream = stream;
    this.columns = columns;
    this.binder = binder;
    this.rows = rows;
    this.budget = with.budget();
    with.tasks().startReading(this::read);
  }

  private void read() {
    long place = 0;
    try {
      Result<T> result;
      do {
        planned(place, false);
        if (!ring.awaitSlot(place)) {
          return;
        }
        planned(place, false);
        result = next(new Part(stream, place));
        put(place++, result);
      } while (!result.isEnd());
    } catch (InterruptedException e) {
      // By close(), which has closed the ring, or by a stream that has left its flag set.
      put(place, Result.failed(new IllegalStateException(stream + ": reading was interrupted", e)));
    } catch (Throwable e) {
      put(place, Result.failed(e));
    }
  }

  @Override
  void stopReading() {
    // the reading task sees that the ring is closed
  }

  @Override
  void slotFreed() {
    // the reading task waits for slots by itself
  }

  private Result<T> next(Part part) throws IOException {
    StreamMemory memory = new StreamMemory(budget, part);
    try {
      Meter.Timing fetch = meter.begin(Stage.FETCH);
      Optional<RecordBatch> batch = stream.next(columns, memory);
      if (batch.isEmpty()) {
        memory.release();
        return Result.end();
      }
      T bound = binder.apply(memory).bind(part, batch.get());
      boolean isEmpty = rows.applyAsLong(bound) == 0;
      fetch.end(part, memory.used());
      return Result.of(isEmpty ? List.of() : List.of(bound), memory::release);
    } catch (Throwable e) {
      memory.release();
      throw e;
    }
  }
}
