package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.csv.Csv;
import io.zenith.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// Passes over a CSV file, from its path to its last batch: the file is opened anew by each, as by
/// functions that read such files.
final class CsvPasses implements PassReader {
  /// Records that decide about types, where some do: as many as DuckDB looks at.
  private static final int SAMPLED = 20_480;

  /// No more than record batches have in most files, so that a batch is a view of one.
  private static final int BATCH_ROWS = 4096;

  private final String title;
  private final Path file;
  private final Csv format;
  private final String[] selected;

  /// @param selected names of columns; all if there are none
  private CsvPasses(String title, Path file, Csv format, String... selected) {
    this.title = title;
    this.file = file;
    this.format = format;
    this.selected = selected;
  }

  /// Some records decide about types.
  static CsvPasses ofSample(Path file) {
    return new CsvPasses("Zenith", file, Csv.format().inferFrom(SAMPLED));
  }

  /// All records decide about types.
  static CsvPasses ofAllRecords(Path file) {
    return new CsvPasses(
        "Zenith, types of all records", file, Csv.format().inferFrom(Long.MAX_VALUE));
  }

  /// The types are known before.
  static CsvPasses ofTypes(Path file, Schema types) {
    return new CsvPasses("Zenith, types given", file, Csv.format().types(types));
  }

  /// Some records decide about types, and some columns are read.
  static CsvPasses ofColumns(Path file, String... names) {
    String title = "Zenith, " + names.length + " columns";
    return new CsvPasses(title, file, Csv.format().inferFrom(SAMPLED), names);
  }

  /// The file, whose records are found, and no values read but those that decide about types.
  Dataset open() throws IOException {
    Dataset all = Dataset.open(format, file.toString());
    return selected.length == 0 ? all : all.select(selected);
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public int warmUps() {
    return 5;
  }

  @Override
  public Rate read(Duration turn) throws IOException, InterruptedException {
    return PassReader.read(turn, this::pass);
  }

  /// Reads all rows once.
  void pass() throws IOException {
    long rows = 0;
    try (DataLoader loader = loader()) {
      for (Batch batch : loader) {
        rows += batch.rows();
      }
    }
    if (rows == 0) {
      throw new BenchFailure(file + " has no rows");
    }
  }

  /// Of all rows.
  Map<String, String> checksums() throws IOException {
    try (DataLoader loader = loader()) {
      return BatchChecksums.of(loader);
    }
  }

  private DataLoader loader() throws IOException {
    return LoaderPasses.builder(open(), BATCH_ROWS).build();
  }

  @Override
  public void close() {}
}
