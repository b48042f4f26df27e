package io.zenith.internal.pipeline;

import io.zenith.internal.storage.Fault;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// A read of one split that has been started.
///
/// @param <T> a record batch, as bound for the consumer
public final class SplitRead<T> implements AutoCloseable {
  private final ReadRequest request;
  private final BatchIterator batches;
  private final Binder<T> binder;

  SplitRead(ReadRequest request, BatchIterator batches, Binder<T> binder) {
    this.request = request;
    this.batches = batches;
    this.binder = binder;
  }

  /// Decodes and checks all record batches, while `wanted` is true. Ends the read.
  public List<T> decode(BooleanSupplier wanted) throws IOException {
    List<T> bound = new ArrayList<>();
    long rows = 0;
    try (batches) {
      while (wanted.getAsBoolean() && advance()) {
        RecordBatch batch = batches.batch();
        bound.add(binder.bind(request.split(), batch));
        rows += batch.rows();
      }
    }
    // Rows too few or too many would shift all rows that follow.
    if (rows != request.rows() && wanted.getAsBoolean()) {
      throw new IllegalStateException(
          request.split() + ": the format delivered " + rows + " rows of " + request.rows());
    }
    return bound;
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

  /// Gives up what is not decoded.
  @Override
  public void close() {
    batches.close();
  }
}
