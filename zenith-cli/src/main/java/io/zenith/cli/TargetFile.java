package io.zenith.cli;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// A file that a command is to write.
final class TargetFile {
  private TargetFile() {}

  /// Refuses a file whose folder is not there.
  static void requireFolder(Path target) {
    Path folder = target.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new CommandFailure("cannot write " + target + ": there is no folder " + folder);
    }
  }

  /// Refuses what is a folder, and, unless it may be replaced, what exists.
  static void requireFree(Path target, boolean force) {
    if (Files.isDirectory(target)) {
      throw new CommandFailure(target + " is a folder; name a file in it");
    }
    if (!force && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new CommandFailure(target + " exists: replace it with --force, or name another file");
    }
  }
}
