package io.zenith.bench;

import io.zenith.DataLoader;
import io.zenith.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A folder of 1,000 small files.
///
/// @param folder where they are
record ManyFiles(Path folder) {
  private static final int FILES = 1_000;
  private static final long SEED = 1;

  /// Rows of each of them.
  static final int ROWS = 256;

  /// Copies of a file.
  static ManyFiles of(Path file, String suffix) throws IOException {
    Path folder = Files.createDirectory(file.resolveSibling("many" + suffix));
    for (int number = 0; number < FILES; number++) {
      Files.copy(file, folder.resolve("%04d%s".formatted(number, suffix)));
    }
    return new ManyFiles(folder);
  }

  /// From the path to the first batch, shuffled.
  long firstBatch() throws IOException {
    long began = System.nanoTime();
    try (DataLoader loader =
        Dataset.open(folder.toString()).loader(Contender.BATCH_ROWS).shuffle(SEED).build()) {
      return FirstBatches.nanos(began, loader.epochs().iterator().next());
    }
  }
}
