package io.zenith.bench.training;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.ArrowWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Fashion-MNIST as a Parquet file, which others have published, and as the Arrow file that is made
/// of it.
///
/// @param rows of both
record FashionFiles(Path arrow, Path parquet, long rows) {
  /// What is said where it is not there.
  static final String HINT =
      "images are not measured: ZENITH_SHARED names the folder that has datasets/fashion-mnist";

  private static final int RECORD_BATCH_ROWS = 4096;

  /// Looks in the folder that `ZENITH_SHARED` names, else in that beside the clone.
  ///
  /// @param name of the Parquet file: `train`, or `test`, which is smaller
  static Optional<FashionFiles> find(String name, Path folder) throws IOException {
    Path shared =
        Optional.ofNullable(System.getenv("ZENITH_SHARED"))
            .map(Path::of)
            .orElseGet(
                () -> Path.of(System.getProperty("zenith.root", "")).resolveSibling("shared"));
    Path parquet = shared.resolve("datasets/fashion-mnist/" + name + ".parquet");
    if (!Files.isRegularFile(parquet)) {
      return Optional.empty();
    }
    Path arrow = folder.resolve(name + ".arrow");
    long rows = 0;
    try (DataLoader loader = Dataset.open(parquet.toString()).loader(RECORD_BATCH_ROWS).build();
        ArrowWriter writer = ArrowWriter.file(arrow).replaceExisting().open(loader.schema())) {
      for (Batch batch : loader) {
        writer.write(batch);
        rows += batch.rows();
      }
      writer.finish();
    }
    return Optional.of(new FashionFiles(arrow, parquet, rows));
  }
}
