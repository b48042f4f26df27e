package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.schema.Field;
import io.zenith.spi.Format;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What is in a file, as a user gets it.
final class Read {
  private Read() {}

  /// The values of each column.
  static List<List<Object>> columns(Dataset dataset, int batchSize) {
    List<List<Object>> columns = new ArrayList<>();
    dataset.schema().fields().forEach(_ -> columns.add(new ArrayList<>()));
    try (DataLoader loader = dataset.loader(batchSize).build()) {
      for (Batch batch : loader) {
        for (int i = 0; i < columns.size(); i++) {
          columns.get(i).addAll(ColumnValues.of(batch.column(i)));
        }
      }
    }
    return columns;
  }

  /// The values of each column of a file.
  static List<List<Object>> columns(Format format, byte... bytes) throws IOException {
    try (InMemory file = new InMemory(format, "read", bytes)) {
      return columns(Dataset.open(format, file.location(true)), 100);
    }
  }

  /// The names of the columns of a file.
  static List<String> names(Format format, byte... bytes) throws IOException {
    try (InMemory file = new InMemory(format, "read", bytes)) {
      Dataset dataset = Dataset.open(format, file.location(false));
      return dataset.schema().fields().stream().map(Field::name).toList();
    }
  }

  /// Why a file is refused.
  static String refused(Format format, byte... bytes) {
    return String.valueOf(
        assertThrows(MalformedDataException.class, () -> columns(format, bytes)).getMessage());
  }
}
