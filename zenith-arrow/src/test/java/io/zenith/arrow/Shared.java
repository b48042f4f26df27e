package io.zenith.arrow;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The shared test material: files of other projects, with what they should be read as.
final class Shared {
  private Shared() {}

  /// Where it is: property `zenith.shared`, environment `ZENITH_SHARED`, else `../shared`.
  static Path folder() {
    String environment = System.getenv("ZENITH_SHARED");
    String fallback = environment == null ? "../shared" : environment;
    return Path.of(System.getProperty("zenith.shared", fallback)).toAbsolutePath().normalize();
  }

  /// A part of it, or an aborted test that says what is missing.
  static Path require(String part) {
    Path path = folder().resolve(part);
    assumeTrue(
        Files.exists(path),
        () -> path + " is absent: point -Dzenith.shared or ZENITH_SHARED to the shared material");
    return path;
  }

  /// Files below a folder whose names end so, in order; none if the folder is absent.
  static List<Path> files(String part, String... endings) throws IOException {
    Path root = folder().resolve(part);
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(root)) {
      return paths
          .filter(path -> Stream.of(endings).anyMatch(path.toString()::endsWith))
          .sorted()
          .toList();
    }
  }
}
