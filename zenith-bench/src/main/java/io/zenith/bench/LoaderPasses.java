package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.Column;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.DictionaryColumn;
import io.zenith.Epoch;
import io.zenith.MemoryCache;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;

/// A loader that delivers every record batch of a file with all columns; its epochs are the passes.
final class LoaderPasses implements PassReader {
  /// As many as the record batches have, so that each batch is a view of one.
  static final int BATCH_ROWS = 65_536;

  private final Path file;
  private final DataLoader loader;
  private final Iterator<Epoch> epochs;

  LoaderPasses(Path file) throws IOException {
    this(file, BATCH_ROWS);
  }

  LoaderPasses(Path file, int batchRows) throws IOException {
    this.file = file;
    this.loader =
        Dataset.open(file.toString())
            .loader(batchRows)
            .epochs(Integer.MAX_VALUE)
            .cache(MemoryCache.none())
            .memoryBudget("1 GiB") // else as much as the heap, which is small here
            .build();
    this.epochs = loader.epochs().iterator();
  }

  @Override
  public String title() {
    return "Zenith";
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
  void pass() {
    long rows = 0;
    for (Batch batch : epochs.next()) {
      rows += batch.rows();
    }
    if (rows == 0) {
      throw new BenchFailure(file + " has no rows");
    }
  }

  /// As `peers/pyarrow_compressed.py` makes them: of numbers, with zero for null; of text the
  /// bytes, and the lengths by themselves.
  Map<String, String> checksums() {
    ColumnChecksums checksums = new ColumnChecksums();
    for (Batch batch : epochs.next()) {
      for (int place = 0; place < loader.schema().fields().size(); place++) {
        add(checksums, batch.column(place));
      }
    }
    return checksums.toHex();
  }

  private static void add(ColumnChecksums checksums, Column column) {
    String name = column.field().name();
    for (int row = 0; row < column.rows(); row++) {
      if (column instanceof DictionaryColumn words) {
        ZenithValues.add(checksums, name, words.dictionary(), words.get(row));
      } else {
        ZenithValues.add(checksums, name, column, row);
      }
    }
  }

  @Override
  public void close() {
    loader.close();
  }
}
