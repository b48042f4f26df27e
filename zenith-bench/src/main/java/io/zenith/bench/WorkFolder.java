package io.zenith.bench;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A folder of its own for the files of a run, which are deleted with it.
final class WorkFolder implements AutoCloseable {
  /// The folders above it that had to be made as well, from the innermost out.
  private final List<Path> made = new ArrayList<>();

  private final Path path;

  /// Makes the folder.
  ///
  /// @param parent where to make it
  WorkFolder(Path parent) throws IOException {
    for (Path folder = parent.toAbsolutePath();
        folder != null && Files.notExists(folder);
        folder = folder.getParent()) {
      made.add(folder);
    }
    try {
      path = Files.createTempDirectory(Files.createDirectories(parent), "zenith-bench");
    } catch (IOException e) {
      deleteMade();
      throw e;
    }
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
    deleteMade();
  }

  private void deleteMade() throws IOException {
    try {
      for (Path folder : made) {
        Files.deleteIfExists(folder);
      }
    } catch (DirectoryNotEmptyException _) {
      // somebody else has found a use for it
    }
  }
}
