package io.zenith.testkit;

import io.zenith.error.MalformedDataException;
import io.zenith.spi.InputFile;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Files in memory: scheme `mem` as if they were far away, and `near` as if on a local disk.
public class MemStorage implements Storage {
  private final String scheme;
  private final boolean remote;

  /// Files that are far away.
  public MemStorage() {
    this("mem", true);
  }

  private MemStorage(String scheme, boolean remote) {
    this.scheme = scheme;
    this.remote = remote;
  }

  /// The same files as if on a local disk.
  public static final class Near extends MemStorage {
    /// For [java.util.ServiceLoader].
    public Near() {
      super("near", false);
    }
  }

  /// The bytes that a file has for those who do not know the format, but for its padding.
  static final byte[] CONTENT = "ZENITH-MEM-FILE".getBytes(StandardCharsets.UTF_8);

  @Override
  public boolean serves(String asked) {
    return asked.equals(scheme);
  }

  @Override
  public List<StoredFile> list(URI location) throws IOException {
    List<StoredFile> files =
        MemFolder.paths(location.getPath()).stream()
            .map(path -> stored(URI.create(scheme + ":" + path)))
            .toList();
    if (files.isEmpty()) {
      throw new FileNotFoundException(location.toString());
    }
    return files;
  }

  private static StoredFile stored(URI uri) {
    MemFile file = MemFolder.file(uri.getPath()).orElseThrow();
    return new StoredFile(uri, CONTENT.length + file.padding, "version " + file.version.get());
  }

  @Override
  public boolean isRemote() {
    return remote;
  }

  @Override
  public InputFile open(StoredFile file, Arena arena) throws IOException {
    StoredFile now = stored(file.uri());
    if (!now.equals(file)) {
      throw new IOException(file + " is no longer " + file.version());
    }
    return new MemInput(file, MemFolder.file(file.uri().getPath()).orElseThrow(), arena);
  }

  /// An open file, with what the format needs to know of it.
  record MemInput(StoredFile file, MemFile content, Arena arena) implements InputFile {
    @Override
    public Optional<MemorySegment> mapping() {
      return Optional.empty();
    }

    @Override
    public void read(long offset, MemorySegment target) {
      if (offset < 0 || target.byteSize() > CONTENT.length - offset) {
        throw new MalformedDataException(file.toString(), "its end", "more bytes");
      }
      MemorySegment.copy(MemorySegment.ofArray(CONTENT), offset, target, 0, target.byteSize());
    }

    @Override
    public void verifyUnchanged() {
      if (!file.version().equals("version " + content.version.get())) {
        throw new MalformedDataException(
            file.toString(), "version " + content.version.get(), file.version());
      }
    }
  }
}
