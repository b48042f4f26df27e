package io.zenith.testkit;

import io.zenith.spi.InputFile;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Files in native memory, under `native:/mapped/` with a mapping and under `native:/unmapped/`
/// without.
public final class NativeStorage implements Storage {
  private static final Map<String, Content> FILES = new ConcurrentHashMap<>();
  private static final AtomicLong VERSIONS = new AtomicLong();

  private record Content(MemorySegment bytes, String version) {}

  /// For [java.util.ServiceLoader].
  public NativeStorage() {}

  /// Puts a file there, in native memory of the caller.
  ///
  /// @return where it is
  static String put(String path, MemorySegment bytes) {
    String version = String.valueOf(VERSIONS.incrementAndGet());
    FILES.put(path, new Content(bytes, version));
    return "native:" + path;
  }

  /// Removes a file.
  static void remove(String path) {
    FILES.remove(path);
  }

  /// Opens a file without a dataset.
  static InputFile open(String path, Arena arena) throws IOException {
    NativeStorage storage = new NativeStorage();
    return storage.open(storage.list(URI.create("native:" + path)).getFirst(), arena);
  }

  @Override
  public boolean isRemote() {
    return true;
  }

  @Override
  public boolean serves(String scheme) {
    return scheme.equals("native");
  }

  @Override
  public List<StoredFile> list(URI location) throws IOException {
    Content content = content(location);
    return List.of(new StoredFile(location, content.bytes().byteSize(), content.version()));
  }

  @Override
  @SuppressWarnings("restricted") // reinterpret: whoever reads after the arena is closed must fail
  public InputFile open(StoredFile file, Arena arena) throws IOException {
    MemorySegment bytes = content(file.uri()).bytes().reinterpret(arena, null).asReadOnly();
    return new NativeFile(file, bytes, file.uri().getPath().startsWith("/mapped/"));
  }

  private static Content content(URI location) throws IOException {
    Content content = FILES.get(location.getPath());
    if (content == null) {
      throw new FileNotFoundException(location.toString());
    }
    return content;
  }
}
