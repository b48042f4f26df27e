package io.zenith.bench;

import java.util.function.Consumer;
import org.apache.arrow.vector.VectorSchemaRoot;

/// Cuts a record batch into batches, by `VectorSchemaRoot.slice`.
final class ArrowSlices {
  private ArrowSlices() {}

  static double pass(VectorSchemaRoot recordBatch, ArrowWork work, BatchClock clock) {
    double sum = 0;
    int rows = recordBatch.getRowCount();
    for (int from = 0; from < rows; from += Contender.BATCH_ROWS) {
      int count = Math.min(Contender.BATCH_ROWS, rows - from);
      try (VectorSchemaRoot batch = recordBatch.slice(from, count)) {
        sum += work.consume(batch);
      }
      clock.batchDone(count);
    }
    return sum;
  }

  static void forEach(VectorSchemaRoot recordBatch, Consumer<VectorSchemaRoot> action) {
    int rows = recordBatch.getRowCount();
    for (int from = 0; from < rows; from += Contender.BATCH_ROWS) {
      int count = Math.min(Contender.BATCH_ROWS, rows - from);
      try (VectorSchemaRoot batch = recordBatch.slice(from, count)) {
        action.accept(batch);
      }
    }
  }
}
