package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Whole datasets as lists of rows, with the values of [ColumnValues].
final class Rows {
  private Rows() {}

  /// All rows of a dataset, read in batches of some size.
  static List<List<Object>> of(Dataset dataset, int batchSize) {
    List<List<Object>> rows = new ArrayList<>();
    try (DataLoader loader = dataset.loader(batchSize).build()) {
      for (Batch batch : loader) {
        rows.addAll(of(batch));
      }
    }
    return rows;
  }

  /// Reads all rows of a file, mapped and not, in batches of several sizes, and returns them if all
  /// reads agree.
  static List<List<Object>> of(byte[] content) throws IOException {
    try (InMemory file = new InMemory(Arrow.format(), "rows", content)) {
      List<List<Object>> rows = of(file.mapped(), 1000);
      for (int batchSize : new int[] {1, 3}) {
        assertEquals(rows, of(file.mapped(), batchSize));
        assertEquals(rows, of(file.unmapped(), batchSize));
      }
      return rows;
    }
  }

  /// The rows of a batch.
  static List<List<Object>> of(Batch batch) {
    List<List<Object>> columns =
        IntStream.range(0, batch.schema().fields().size())
            .mapToObj(place -> ColumnValues.of(batch.column(place)))
            .toList();
    List<List<Object>> rows = new ArrayList<>(batch.rows());
    for (int row = 0; row < batch.rows(); row++) {
      List<Object> values = new ArrayList<>(columns.size());
      for (List<Object> column : columns) {
        values.add(column.get(row));
      }
      rows.add(values);
    }
    return rows;
  }

  /// One row, of values that may be null.
  static List<Object> row(Object... values) {
    return new ArrayList<>(Arrays.asList(values));
  }
}
