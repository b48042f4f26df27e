package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.ArrowWriter;
import io.zenith.arrow.Compression;
import io.zenith.datasets.GeneratedSet;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The files that experiments with the order share: whoever comes first writes them.
final class ShuffledFiles {
  private static final long SEED = 1;

  private ShuffledFiles() {}

  /// `table`, with its blob.
  static Path table(Path folder, BenchPace pace) throws IOException {
    return set(GeneratedSet.TABLE, folder, pace.tableRows());
  }

  /// `blobs`.
  static Path blobs(Path folder, BenchPace pace) throws IOException {
    return set(GeneratedSet.BLOBS, folder, pace.blobs());
  }

  private static Path set(GeneratedSet set, Path folder, long rows) throws IOException {
    Path file = folder.resolve(set.fileName());
    return Files.exists(file) ? file : set.write(folder, rows, SEED, _ -> {});
  }

  /// The columns of a file that hold numbers.
  static Dataset numbers(Path file) throws IOException {
    Dataset dataset = Dataset.open(file.toString());
    return dataset.select(
        dataset.schema().fields().stream()
            .filter(field -> !(field.type() instanceof DataType.Binary))
            .map(Field::name)
            .toArray(String[]::new));
  }

  /// Writes the numbers of `table` some times, one behind the other.
  static Path write(Path table, String name, Compression codec, int times) throws IOException {
    Path file = table.resolveSibling(name);
    try (DataLoader loader = numbers(table).loader(LoaderPasses.BATCH_ROWS).epochs(times).build();
        ArrowWriter writer = ArrowWriter.file(file).codec(codec).open(loader.schema())) {
      for (Batch batch : loader) {
        writer.write(batch);
      }
      writer.finish();
    }
    return file;
  }
}
