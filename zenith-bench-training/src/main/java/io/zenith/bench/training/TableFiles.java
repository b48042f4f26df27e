package io.zenith.bench.training;

import io.zenith.Batch;
import io.zenith.Column;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.datasets.GeneratedSet;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A table of ten numbers and a class in each row, as an Arrow file and as text.
record TableFiles(Path arrow, Path csv) {
  static final String LABEL = "label";
  static final int CLASSES = 10;

  /// The names of the numbers.
  static String[] features() {
    return IntStream.range(0, 10).mapToObj(i -> "f" + i).toArray(String[]::new);
  }

  static TableFiles write(Path folder, int rows) throws IOException {
    Path arrow = GeneratedSet.TABLE.write(folder, rows, 0, _ -> {});
    Path csv = folder.resolve("table.csv");
    String[] names = Stream.concat(Stream.of(features()), Stream.of(LABEL)).toArray(String[]::new);
    try (DataLoader loader = Dataset.open(arrow.toString()).select(names).loader(1024).build();
        BufferedWriter out = Files.newBufferedWriter(csv)) {
      out.write(String.join(",", names) + "\n");
      for (Batch batch : loader) {
        Column[] columns = Stream.of(names).map(batch::column).toArray(Column[]::new);
        for (int i = 0; i < batch.rows(); i++) {
          int row = i;
          out.write(
              Stream.of(columns).map(column -> column.text(row)).collect(Collectors.joining(","))
                  + "\n");
        }
      }
    }
    return new TableFiles(arrow, csv);
  }
}
