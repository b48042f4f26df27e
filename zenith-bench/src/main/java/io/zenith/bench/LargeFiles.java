package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The two large files that experiments share: whoever comes first writes them.
final class LargeFiles {
  /// As many as the generated tables have: a record batch takes 2.6 MB.
  private static final int BATCH_ROWS = 65_536;

  private LargeFiles() {}

  static List<Path> in(Path folder, BenchPace pace) throws IOException {
    List<Path> files = List.of(folder.resolve("large-0.arrow"), folder.resolve("large-1.arrow"));
    int batches = LargeFile.batches(pace.largeFileBytes(), BATCH_ROWS);
    for (Path file : files) {
      if (!Files.exists(file)) {
        LargeFile.write(file, batches, BATCH_ROWS);
      }
    }
    return files;
  }
}
