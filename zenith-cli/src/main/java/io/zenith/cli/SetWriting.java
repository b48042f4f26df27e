package io.zenith.cli;

import io.zenith.datasets.GeneratedSet;
import java.io.IOException;
import java.nio.file.Path;

/// Writes a generated set while someone watches.
final class SetWriting {
  private SetWriting() {}

  /// Writes `set` into a folder.
  static void write(GeneratedSet set, Path folder, long rows, long seed, Output output) {
    try (Progress progress = output.progress("writing " + set, "rows", rows)) {
      set.write(
          folder,
          rows,
          seed,
          written -> {
            StoppedException.check();
            progress.at(written);
          });
    } catch (IOException e) {
      throw new CommandFailure(
          "cannot write " + folder.resolve(set.fileName()) + ": " + Failures.reason(e), e);
    } catch (LinkageError | UnsupportedOperationException e) {
      throw new CommandFailure(
          "cannot write "
              + set.fileName()
              + ": arrow-java needs JVM flags; start with ./zenith, or add"
              + " --add-opens=java.base/java.nio=ALL-UNNAMED"
              + " --sun-misc-unsafe-memory-access=allow",
          e);
    }
  }
}
