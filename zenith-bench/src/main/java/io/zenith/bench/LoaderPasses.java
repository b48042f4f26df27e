package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Epoch;
import io.zenith.MemoryCache;
import io.zenith.parquet.Dictionaries;
import io.zenith.parquet.Parquet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;

/// A loader that delivers every record batch of a file with all columns; its epochs are the passes.
final class LoaderPasses implements PassReader {
  /// As many as the record batches have, so that each batch is a view of one.
  static final int BATCH_ROWS = 65_536;

  private final String title;
  private final Path file;
  private final DataLoader loader;
  private final Iterator<Epoch> epochs;

  LoaderPasses(Path file) throws IOException {
    this(file, BATCH_ROWS);
  }

  LoaderPasses(Path file, int batchRows) throws IOException {
    this("Zenith", file, Dataset.open(file.toString()), batchRows);
  }

  private LoaderPasses(String title, Path file, Dataset dataset, int batchRows) {
    this.title = title;
    this.file = file;
    this.loader = builder(dataset, batchRows).epochs(Integer.MAX_VALUE).build();
    this.epochs = loader.epochs().iterator();
  }

  /// A loader that reads anew in each pass.
  static DataLoader.Builder builder(Dataset dataset, int batchRows) {
    return dataset
        .loader(batchRows)
        .cache(MemoryCache.none())
        .memoryBudget("1 GiB"); // else as much as the heap, which is small here
  }

  /// A loader of a Parquet file, whose words stay in dictionaries.
  static LoaderPasses ofDictionaries(Path file) throws IOException {
    Parquet format = Parquet.format().dictionaries(Dictionaries.KEEP);
    Dataset dataset = Dataset.open(format, file.toString());
    return new LoaderPasses("Zenith, dictionaries kept", file, dataset, BATCH_ROWS);
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
  void pass() {
    long rows = 0;
    for (Batch batch : epochs.next()) {
      rows += batch.rows();
    }
    if (rows == 0) {
      throw new BenchFailure(file + " has no rows");
    }
  }

  /// Of all rows.
  Map<String, String> checksums() {
    return BatchChecksums.of(epochs.next());
  }

  @Override
  public void close() {
    loader.close();
  }
}
