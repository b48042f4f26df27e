package io.zenith.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/// The folder of conformance files and data sets that tests share, which is no part of the
/// repository.
///
/// It is named by the system property `zenith.shared`, else by the environment variable
/// `ZENITH_SHARED`, else it is `../shared` beside the root of the repository.
public final class SharedFiles {
  private SharedFiles() {}

  /// The folder, if it is there.
  public static Optional<Path> folder() {
    String named = System.getProperty("zenith.shared", System.getenv("ZENITH_SHARED"));
    Path folder = named == null ? root().resolve("../shared") : Path.of(named);
    return Optional.of(folder.toAbsolutePath().normalize()).filter(Files::isDirectory);
  }

  /// A file or folder in it; a test that asks for one that is absent is skipped, and says why.
  ///
  /// @param path relative to the shared folder
  public static Path require(String path) {
    Optional<Path> file = folder().map(shared -> shared.resolve(path)).filter(Files::exists);
    Assumptions.assumeTrue(
        file.isPresent(),
        () ->
            "no "
                + path
                + " in the shared folder "
                + folder().map(Path::toString).orElse("(absent)")
                + ": name it with -Dzenith.shared or ZENITH_SHARED");
    return file.orElseThrow();
  }

  /// The root of the repository: what the build says, else the first folder upwards with a `mvnw`.
  public static Path root() {
    String named = System.getProperty("zenith.root");
    if (named != null) {
      return Path.of(named);
    }
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("mvnw"))) {
        return folder;
      }
    }
    return start;
  }
}
