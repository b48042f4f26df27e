package io.zenith.bench;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.StringArrayHandler;
import io.zenith.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/// FastCSV, whose fields one thread parses by the JDK's methods.
final class FastCsvPasses implements PassReader {
  private static final int ARRAY_ROWS = LoaderPasses.BATCH_ROWS;

  private final Path file;
  private final List<ParsedColumn> columns;

  /// @param types whole numbers, doubles and text
  FastCsvPasses(Path file, Schema types) {
    this.file = file;
    this.columns =
        types.fields().stream().map(field -> ParsedColumn.of(field, ARRAY_ROWS)).toList();
  }

  @Override
  public String title() {
    return "FastCSV, parseDouble, one thread";
  }

  @Override
  public int warmUps() {
    return 2;
  }

  @Override
  public Rate read(Duration turn) throws IOException, InterruptedException {
    return PassReader.read(turn, this::pass);
  }

  /// Reads all rows once.
  void pass() throws IOException {
    read(_ -> {});
  }

  /// As [BatchChecksums] makes them.
  Map<String, String> checksums() throws IOException {
    ColumnChecksums checksums = new ColumnChecksums();
    read(rows -> columns.forEach(column -> column.addTo(checksums, rows)));
    return checksums.toHex();
  }

  /// @param full is told how many rows are in the arrays before others take their place
  private void read(IntConsumer full) throws IOException {
    try (CsvReader<String[]> reader = CsvReader.builder().build(StringArrayHandler.of(), file)) {
      Iterator<String[]> records = reader.iterator();
      records.next(); // the header
      int row = 0;
      while (records.hasNext()) {
        String[] fields = records.next();
        for (int place = 0; place < fields.length; place++) {
          columns.get(place).set(row, fields[place]);
        }
        row++;
        if (row == ARRAY_ROWS) {
          full.accept(row);
          row = 0;
        }
      }
      full.accept(row);
    }
  }

  @Override
  public void close() {}
}
