package io.zenith.internal.cache;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Who may read and write a cache: its owner alone, where the file system has such rights.
final class Permissions {
  private static final Set<PosixFilePermission> OTHERS =
      Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private Permissions() {}

  static FileAttribute<?>[] ofFolder(Path folder) {
    return of(folder.getFileSystem(), "rwx------");
  }

  static FileAttribute<?>[] ofFile(Path file) {
    return of(file.getFileSystem(), "rw-------");
  }

  private static FileAttribute<?>[] of(FileSystem files, String rights) {
    return isPosix(files)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(FileSystem files) {
    return files.supportedFileAttributeViews().contains("posix");
  }

  /// Refuses a folder that others can write to: what is read from it would be theirs.
  static void require(Path folder) throws IOException {
    if (isPosix(folder.getFileSystem())) {
      Set<PosixFilePermission> rights =
          Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
      if (rights.stream().anyMatch(OTHERS::contains)) {
        throw new IllegalArgumentException(
            folder
                + " can be written by others than its owner ("
                + PosixFilePermissions.toString(rights)
                + "), who could put anything into the cache: chmod 700 "
                + folder);
      }
    }
  }
}
