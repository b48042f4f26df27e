package io.zenith.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Sees before a run of minutes whether a file for its results can be written.
final class ResultFile {
  private ResultFile() {}

  /// Returns if it can, or if no file is asked for.
  static void require(String option, @Nullable Path file) {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      throw new BenchFailure(option + " " + file + " is a folder: name a file");
    }
    if (folder == null || !Files.isDirectory(folder)) {
      throw new BenchFailure(option + " " + file + ": there is no folder " + folder);
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new BenchFailure(option + " " + file + " cannot be written: permission denied");
    }
  }
}
