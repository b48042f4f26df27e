package io.zenith.internal.pipeline;

import io.zenith.internal.storage.Fault;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/// A read of one split that has been started.
///
/// @param <T> a record batch, as bound for the consumer
public final class SplitRead<T> implements ReadStep<T> {
  private final ReadRequest request;
  private final BatchIterator batches;
  private final Binder<T> binder;

  SplitRead(ReadRequest request, BatchIterator batches, Binder<T> binder) {
    this.request = request;
    this.batches = batches;
    this.binder = binder;
  }

  /// Decodes and checks the record batches of the rows that were asked for, while `wanted` is true.
  /// Ends the read.
  public List<T> decode(BooleanSupplier wanted) throws IOException {
    List<T> bound = new ArrayList<>();
    decode(wanted, bound, _ -> {});
    return bound;
  }

  /// The same for all rows of the split, of which those that were not asked for are gaps.
  List<T> decodeAll(BooleanSupplier wanted) throws IOException {
    List<T> bound = new ArrayList<>();
    decode(wanted, bound, rows -> bound.add(binder.gap(rows)));
    return bound;
  }

  private void decode(BooleanSupplier wanted, List<T> bound, LongConsumer gap) throws IOException {
    Iterator<RowRange> ranges = request.ranges().iterator();
    long rows = 0;
    long row = 0;
    long end = 0;
    boolean isApart = true;
    try (batches) {
      while (wanted.getAsBoolean() && advance()) {
        RecordBatch batch = batches.batch();
        if (row >= end && ranges.hasNext()) {
          RowRange range = ranges.next();
          skip(range.from() - row, gap);
          row = range.from();
          end = range.end();
        }
        bound.add(binder.bind(request.split(), batch));
        rows += batch.rows();
        row += batch.rows();
        isApart &= row <= end;
      }
    }
    if (!wanted.getAsBoolean()) {
      return;
    }
    // Rows too few, too many or elsewhere would shift all rows that follow.
    if (rows != request.rows()) {
      throw new IllegalStateException(
          request.split() + ": the format delivered " + rows + " rows of " + request.rows());
    }
    if (!isApart) {
      throw new IllegalStateException(
          request.split() + ": the format delivered rows of several ranges together");
    }
    skip(request.split().rows() - row, gap);
  }

  private static void skip(long rows, LongConsumer gap) {
    if (rows > 0) {
      gap.accept(rows);
    }
  }

  /// A file may be cut while a format decodes from its mapping.
  private boolean advance() throws IOException {
    try {
      boolean more = batches.advance();
      Fault.settle();
      return more;
    } catch (InternalError e) {
      throw Fault.translate(e, request.split().toString());
    }
  }

  @Override
  public void close() {
    batches.close();
  }
}
