package io.zenith.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.stream.Stream;

/// The files that a PATH names, to explain why they are no dataset: what the library would list,
/// nearly, and not more than a person wants to know of.
final class NamedFiles {
  private static final int MOST = 1_000;

  private NamedFiles() {}

  /// The files of a path, a folder or a glob.
  static List<Path> of(String location) throws IOException {
    Path path = location.startsWith("file:") ? Path.of(URI.create(location)) : Path.of(location);
    if (Files.isRegularFile(path)) {
      return List.of(path);
    }
    if (Files.isDirectory(path)) {
      List<Path> files = walk(path, _ -> true);
      List<Path> data = files.stream().filter(NamedFiles::looksLikeData).toList();
      return data.isEmpty() ? files : data;
    }
    Path folder = path.toAbsolutePath();
    while (folder.getParent() != null && !Files.isDirectory(folder)) {
      folder = folder.getParent();
    }
    return walk(folder, FileSystems.getDefault().getPathMatcher("glob:" + path.toAbsolutePath()));
  }

  /// Of a folder with such files, a README does not count.
  private static boolean looksLikeData(Path file) {
    return Formats.knowName(file.getFileName().toString());
  }

  private static List<Path> walk(Path folder, PathMatcher matcher) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(matcher::matches)
          .filter(Files::isRegularFile)
          .filter(file -> !isHidden(folder.relativize(file)))
          .limit(MOST)
          .sorted()
          .toList();
    }
  }

  private static boolean isHidden(Path inside) {
    for (Path name : inside) {
      if (name.toString().startsWith(".") || name.toString().startsWith("_")) {
        return true;
      }
    }
    return false;
  }
}
