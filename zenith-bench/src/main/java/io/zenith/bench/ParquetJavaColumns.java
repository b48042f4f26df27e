package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// parquet-java's column API: threads that take one row group after the other, and write the values
/// of its columns into arrays.
final class ParquetJavaColumns implements PassReader {
  private final PassThreads threads;
  private final List<ParquetJavaFile> files = new ArrayList<>();
  private final List<ColumnArrays> arrays = new ArrayList<>();

  ParquetJavaColumns(Path file, int threads) throws IOException {
    this.threads = new PassThreads(threads);
    for (int thread = 0; thread < threads; thread++) {
      files.add(new ParquetJavaFile(file));
      arrays.add(new ColumnArrays());
    }
  }

  @Override
  public String title() {
    return "parquet-java, columns";
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
  void pass() throws InterruptedException {
    double rows = threads.sum(files.getFirst().rowGroups().size(), this::read);
    if (rows == 0) {
      throw new BenchFailure(title() + ": no rows");
    }
  }

  private double read(int thread, int rowGroup) throws IOException {
    return files
        .get(thread)
        .read(rowGroup, (_, column, rows) -> arrays.get(thread).read(column, rows));
  }

  /// As [LoaderPasses#checksums] makes them.
  Map<String, String> checksums() throws IOException {
    ColumnChecksums checksums = new ColumnChecksums();
    ColumnArrays values = arrays.getFirst();
    for (int rowGroup = 0; rowGroup < files.getFirst().rowGroups().size(); rowGroup++) {
      files
          .getFirst()
          .read(
              rowGroup,
              (name, column, rows) -> {
                values.read(column, rows);
                values.addTo(checksums, name);
              });
    }
    return checksums.toHex();
  }

  @Override
  public void close() {
    threads.close();
    files.forEach(ParquetJavaFile::close);
  }
}
