package io.zenith;

import io.zenith.internal.ByteSize;
import io.zenith.internal.cache.BadEntryException;
import io.zenith.internal.cache.CacheFolder;
import io.zenith.internal.cache.EntryReader;
import io.zenith.internal.storage.Locations;
import io.zenith.spi.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// A folder on a disk in which what was read and decoded stays, for later epochs, for later runs,
/// and for all processes of the machine.
///
/// ```java
/// DataLoader loader =
///     Dataset.open("s3://bucket/train/*.parquet")
///         .loader(64)
///         .epochs(10)
///         .shuffle(42)
///         .cache(DiskCache.at(Path.of("/mnt/nvme/cache"), "200 GiB"))
///         .build();
/// ```
///
/// The order of the rows, receipts and checkpoints do not depend on it. What is found is mapped: it
/// costs what reading an uncompressed local file costs. What is kept of a split is known by its
/// file's URI, size and version, such as the ETag of an object, and by all that was done to it:
/// columns, rows that a filter keeps, transforms. Each byte is checked when it is read for the
/// first time in a process; what is not as it was written is read again from where it came from.
///
/// A cache that is smaller than the data keeps a part of it, always the same one. It makes room for
/// other data by removing what was not used for longest, and by no running process. Some of the
/// disk stays free: a twentieth, at most 10 GiB.
///
/// Several processes and loaders may use a folder at the same time; each split is read by one of
/// them. The folder must be on a file system of the machine. It is made for its owner alone, and
/// refused if others can write to it. What is in it is not encrypted.
///
/// Where it cannot be written, as when the disk is full, a warning is logged once
/// (`io.zenith.cache` by [System.Logger]), and reading goes on without. Immutable, and safe to use
/// from many threads.
///
/// @see DataLoader.Builder#cache(DiskCache)
public final class DiskCache {
  private final Path folder;
  private final long bytes;

  private DiskCache(Path folder, long bytes) {
    this.folder = folder;
    this.bytes = bytes;
  }

  /// A cache in this folder, which is made if it is not there when a loader is built.
  ///
  /// @param size the most that all of its files may take, such as `200 GiB` or a number of bytes
  /// @throws IllegalArgumentException if it is no size
  public static DiskCache at(Path folder, String size) {
    return new DiskCache(Objects.requireNonNull(folder), ByteSize.parse(size));
  }

  /// The files of a storage, of which what has to be found out before they can be read stays in
  /// this cache: where the records of delimited text are, and of which types its columns are.
  /// Without it each run goes through such files when it opens them, all of their bytes. Whether a
  /// file is the same is told by its size and version.
  ///
  /// ```java
  /// DiskCache cache = DiskCache.at(Path.of("/mnt/nvme/cache"), "200 GiB");
  /// Dataset dataset = Dataset.open(cache.over(new S3Storage()), "s3://bucket/train/*.csv");
  /// DataLoader loader = dataset.loader(64).cache(cache).build();
  /// ```
  ///
  /// @throws IllegalArgumentException when a file is opened, if the folder is none that a cache may
  ///   have
  public Storage over(Storage storage) {
    return new KeptStorage(Objects.requireNonNull(storage), this);
  }

  /// As [#over(Storage)], of the storage that is installed for some locations, paths or URIs.
  ///
  /// @throws IllegalArgumentException if there is none, or more than one
  public Storage over(String... locations) {
    return over(Locations.storage(Stream.of(locations).map(Locations::uri).toList()));
  }

  Path folder() {
    return folder;
  }

  long bytes() {
    return bytes;
  }

  /// An entry of a cache.
  ///
  /// @param file where it is
  /// @param bytes what it takes on the disk
  /// @param lastUsed when it was found last, or written; to a second. Of what [#over(Storage)]
  ///   keeps up to ten minutes later, since a loader may follow that relies on it
  public record Entry(Path file, long bytes, Instant lastUsed) {

    /// Reads all of it, and says what is wrong; nothing if it is as it was written. Whoever looks
    /// for an entry finds that out as well, and removes it.
    ///
    /// @throws IOException if it cannot be read, or was removed meanwhile
    public Optional<String> fault() throws IOException {
      try {
        EntryReader.check(file);
        return Optional.empty();
      } catch (BadEntryException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
    }
  }

  /// The entries that are in a folder now. It may be in use.
  ///
  /// @throws IOException if it is no cache, or cannot be read
  public static List<Entry> entries(Path folder) throws IOException {
    return CacheFolder.entries(folder).stream()
        .map(found -> new Entry(found.path(), found.bytes(), Instant.ofEpochSecond(found.used())))
        .toList();
  }

  /// Removes all entries, and what writing them has left. The folder stays a cache.
  ///
  /// @throws IOException if it is no cache, is in use by a loader or another process, or cannot be
  ///   written
  public static void clear(Path folder) throws IOException {
    CacheFolder.clear(folder);
  }

  /// The folder and the size.
  @Override
  public String toString() {
    return "disk cache of " + ByteSize.text(bytes) + " at " + folder;
  }
}
