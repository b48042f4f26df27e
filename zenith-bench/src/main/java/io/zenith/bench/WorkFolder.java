package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A folder of its own for the files of a run, which are deleted with it.
final class WorkFolder implements AutoCloseable {
  private final Path path;

  /// Makes the folder.
  ///
  /// @param parent where to make it
  WorkFolder(Path parent) throws IOException {
    path = Files.createTempDirectory(Files.createDirectories(parent), "zenith-bench");
  }

  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    List<Path> inside;
    try (Stream<Path> all = Files.walk(path)) {
      inside = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : inside) {
      Files.delete(file);
    }
  }
}
