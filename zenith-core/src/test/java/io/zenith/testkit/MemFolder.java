package io.zenith.testkit;

import io.zenith.Dataset;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A folder of files in memory, that datasets can open until it is closed.
public final class MemFolder implements AutoCloseable {
  private static final Map<String, MemFile> FILES = new ConcurrentHashMap<>();
  private static final AtomicInteger FOLDERS = new AtomicInteger();

  private final String path;

  private MemFolder(String path) {
    this.path = path;
  }

  /// A new folder with these files.
  public static MemFolder of(MemFile... files) {
    MemFolder folder = new MemFolder("/folder" + FOLDERS.incrementAndGet() + "/");
    for (MemFile file : files) {
      FILES.put(folder.path + file.name, file);
    }
    return folder;
  }

  /// The location of the folder.
  public String location() {
    return "mem:" + path;
  }

  /// All files as a dataset on a local disk.
  public Dataset openNear() throws IOException {
    return Dataset.open("near:" + path);
  }

  /// All files as a dataset.
  public Dataset open() throws IOException {
    return Dataset.open(location());
  }

  static Optional<MemFile> file(String path) {
    return Optional.ofNullable(FILES.get(path));
  }

  static List<String> paths(String prefix) {
    return FILES.keySet().stream()
        .filter(path -> path.equals(prefix) || (prefix.endsWith("/") && path.startsWith(prefix)))
        .toList();
  }

  /// Removes the files.
  @Override
  public void close() {
    FILES.keySet().removeIf(file -> file.startsWith(path));
  }
}
