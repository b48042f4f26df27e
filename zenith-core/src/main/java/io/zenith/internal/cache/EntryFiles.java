package io.zenith.internal.cache;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Where the files of a cache are: entries in 256 folders by the beginning of their names, so that
/// none of these gets slow, and what is being written in one folder beside them.
///
/// ```
/// DIR/zenith-cache            locks, and a count of bytes
/// DIR/entries/5e/5e1f09a2...  an entry, named by the hash of its key
/// DIR/unfinished/5e1f...-0    an entry that is being written, or was when its process ended
/// ```
public final class EntryFiles {
  private static final AtomicLong NEXT = new AtomicLong();

  private final Path entries;
  private final Path unfinished;

  /// What is used at least for each file, and what that is counted in.
  private final long blockSize;

  /// A file that is there.
  ///
  /// @param path where it is
  /// @param number of the key
  /// @param bytes what it takes on the disk
  /// @param used when it was used last, in seconds since 1970
  public record Found(Path path, long number, long bytes, long used) {}

  /// @param root the folder, which is there
  EntryFiles(Path root) throws IOException {
    this.entries = root.resolve("entries");
    this.unfinished = root.resolve("unfinished");
    this.blockSize = Files.getFileStore(root).getBlockSize();
  }

  /// Makes the folders.
  void create() throws IOException {
    createFolder(entries);
    createFolder(unfinished);
  }

  /// Makes a folder.
  ///
  /// @return whether it was not there
  static boolean createFolder(Path folder) throws IOException {
    try {
      Files.createDirectory(folder, Permissions.ofFolder(folder));
      return true;
    } catch (FileAlreadyExistsException e) {
      if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      throw e;
    }
  }

  /// Where an entry is, if it is there.
  Path entry(CacheKey key) {
    return folder(key).resolve(key.name());
  }

  /// The folder of an entry.
  Path folder(CacheKey key) {
    return entries.resolve(key.name().substring(0, 2));
  }

  /// The folder of these folders.
  Path entries() {
    return entries;
  }

  /// A name that nothing has yet, for an entry that is to be written.
  Path unfinished(CacheKey key) {
    return unfinished.resolve(
        key.name() + "-" + ProcessHandle.current().pid() + "-" + NEXT.getAndIncrement());
  }

  /// What a file of so many bytes takes on the disk.
  long onDisk(long bytes) {
    return Math.ceilDiv(bytes, blockSize) * blockSize;
  }

  /// All entries.
  List<Found> allEntries() throws IOException {
    List<Found> found = new ArrayList<>();
    for (Path folder : files(entries)) {
      found.addAll(found(folder));
    }
    return found;
  }

  /// All that is being written, or was.
  List<Found> allUnfinished() throws IOException {
    return found(unfinished);
  }

  /// Removes all of both.
  boolean removeAll() throws IOException {
    for (Found file : allEntries()) {
      Files.deleteIfExists(file.path());
    }
    for (Found file : allUnfinished()) {
      Files.deleteIfExists(file.path());
    }
    return true;
  }

  private List<Found> found(Path folder) throws IOException {
    List<Found> found = new ArrayList<>();
    for (Path file : files(folder)) {
      try {
        BasicFileAttributes of =
            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        found.add(
            new Found(
                file,
                CacheKey.number(file.getFileName().toString()),
                onDisk(of.size()),
                of.lastModifiedTime().to(TimeUnit.SECONDS)));
      } catch (NoSuchFileException _) {
        // removed, or finished, by another process since the folder was listed
      }
    }
    return found;
  }

  private static List<Path> files(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      all.forEach(files::add);
    } catch (NoSuchFileException _) {
      return List.of(); // nothing was written there yet
    }
    return files;
  }
}
