package io.zenith.internal.cache;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A folder of entries that processes share. A process has it once, whoever uses it there.
///
/// An entry is there whole or not at all: it is written under another name, brought to the disk,
/// renamed, and its name brought to the disk. Whoever reads it checks all of its bytes first. So
/// nothing has to be mended after a crash; what was being written then is removed by the next
/// process that begins to use the folder.
public final class CacheFolder implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("io.zenith.cache");

  /// How long a close waits for what is on its way to the disk.
  private static final long PATIENCE_MILLIS = 900;

  /// How long after an entry was looked up a loader may begin that relies on it: as long as it
  /// takes to make a model.
  private static final long SOON_SECONDS = 600;

  private static final Map<Path, CacheFolder> OPEN = new HashMap<>();

  private final Path root;
  private final EntryFiles files;

  /// Nothing if the folder can only be read.
  private final @Nullable FolderWriter writer;

  /// Who uses it in this process. Guarded by the map.
  private int users;

  private CacheFolder(Path root) throws IOException {
    this.root = root;
    this.files = new EntryFiles(root);
    this.writer = Files.isWritable(root) ? FolderWriter.open(root, files) : null;
  }

  /// Begins to use a folder, which is made if it is not there. If that fails, a warning says so.
  ///
  /// @throws IllegalArgumentException if it has other things in it, or can be written by others
  ///   than its owner
  public static Optional<CacheFolder> open(Path folder) {
    try {
      return Optional.of(tryOpen(folder));
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the cache at " + folder + " cannot be used, and reading goes on without: " + e);
      return Optional.empty();
    }
  }

  private static CacheFolder tryOpen(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Path parent = folder.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.createDirectories(folder, Permissions.ofFolder(folder));
    }
    Path root = folder.toRealPath();
    requireCache(root);
    synchronized (OPEN) {
      CacheFolder known = OPEN.get(root);
      if (known == null) {
        known = new CacheFolder(root);
        OPEN.put(root, known);
      }
      known.users++;
      return known;
    }
  }

  private static void requireCache(Path root) throws IOException {
    Permissions.require(root);
    // The mark is the first file of a cache. Whoever sees another one without it may have looked
    // for the mark before another process made it, and looks again.
    if (!Mark.isIn(root) && !isEmpty(root) && !Mark.isIn(root)) {
      throw new IllegalArgumentException(
          root + " has files in it and is no cache: name a folder of its own");
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      return !all.iterator().hasNext();
    }
  }

  /// The entries that are in a folder now.
  ///
  /// @throws IOException if it is no cache, or cannot be read
  public static List<EntryFiles.Found> entries(Path folder) throws IOException {
    return new EntryFiles(cache(folder)).allEntries();
  }

  /// Removes all entries, and what writing them has left.
  ///
  /// @throws IOException if it is no cache, is in use, or cannot be written
  public static void clear(Path folder) throws IOException {
    Path root = cache(folder);
    EntryFiles files = new EntryFiles(root);
    synchronized (OPEN) {
      boolean cleared = false;
      if (!OPEN.containsKey(root)) {
        try (Mark mark = Mark.open(root)) {
          cleared = mark.locks().ifAlone(files::removeAll);
        }
      }
      if (!cleared) {
        throw new IOException(root + " is in use: end the loaders that read from it");
      }
    }
  }

  private static Path cache(Path folder) throws IOException {
    Path root = folder.toRealPath();
    if (!Mark.isIn(root)) {
      throw new IOException(root + " is no cache");
    }
    return root;
  }

  /// An entry, mapped, of a folder that need not be in use. Nothing also where that cannot be told:
  /// whoever puts it there next finds out why. Whoever begins to use the folder soon counts as
  /// having used it.
  ///
  /// @param arena where it is mapped
  /// @throws IllegalArgumentException as [#open]
  public static Optional<StoredEntry> look(Path folder, CacheKey key, Arena arena) {
    try {
      Path root = folder.toRealPath();
      requireCache(root);
      Path file = new EntryFiles(root).entry(key);
      StoredEntry entry = EntryReader.read(file, key, arena);
      usedSoon(file);
      return Optional.of(entry);
    } catch (IOException _) {
      return Optional.empty(); // as said
    }
  }

  private static void usedSoon(Path file) {
    try {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(SOON_SECONDS)));
    } catch (IOException _) {
      // the folder can only be read, or it was removed meanwhile
    }
  }

  /// Writes an entry, whether or not there is one, unless someone else does; and waits until it is
  /// there, if that does not take long. As [#look], others may rely on it that use the folder soon.
  ///
  /// @param capacity how many bytes all entries may have together
  public void put(CacheKey key, Content content, long capacity) {
    try (Fill fill = tryFill(key).orElse(null)) {
      if (fill != null && fill.write(content, capacity, number -> number == key.number())) {
        awaitWritten();
        usedSoon(files.entry(key));
      }
    }
  }

  private void awaitWritten() {
    if (writer != null) {
      writer.await(PATIENCE_MILLIS);
    }
  }

  /// An entry, mapped, if there is one.
  ///
  /// @param arena where it is mapped
  /// @throws IOException if it cannot be read, or is not what was written: then it is removed
  public Optional<StoredEntry> find(CacheKey key, Arena arena) throws IOException {
    Path file = files.entry(key);
    try {
      StoredEntry entry = EntryReader.read(file, key, arena);
      if (writer != null) {
        writer.used(file);
      }
      return Optional.of(entry);
    } catch (NoSuchFileException | ClosedByInterruptException _) {
      return Optional.empty();
    } catch (IOException e) {
      if (writer != null) {
        writer.remove(file);
      }
      throw e;
    }
  }

  /// Whether there is an entry.
  public boolean has(CacheKey key) {
    return Files.exists(files.entry(key));
  }

  /// The right to write an entry, unless someone else has it, or nothing can be written now.
  public Optional<Fill> tryFill(CacheKey key) {
    return writer != null && writer.tryFill(key)
        ? Optional.of(new Fill(writer, key))
        : Optional.empty();
  }

  /// Whether nothing can be written now.
  public boolean isReadOnly() {
    return writer == null || writer.isPaused();
  }

  /// Ends one use. The last one waits for what is on its way to the disk, if that does not take
  /// long; else it ends by itself.
  @Override
  public void close() {
    synchronized (OPEN) {
      users--;
      if (users > 0) {
        return;
      }
    }
    if (writer == null || writer.await(PATIENCE_MILLIS)) {
      closeIfUnused();
    } else {
      writer.afterAll(this::closeIfUnused);
    }
  }

  private void closeIfUnused() {
    synchronized (OPEN) {
      if (users == 0 && OPEN.remove(root, this) && writer != null) {
        writer.close();
      }
    }
  }

  /// The folder.
  @Override
  public String toString() {
    return root.toString();
  }
}
