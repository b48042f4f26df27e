package io.zenith;

import io.zenith.internal.cache.CacheFolder;
import io.zenith.internal.cache.CacheKey;
import io.zenith.internal.cache.Content;
import io.zenith.internal.cache.Fill;
import io.zenith.internal.cache.StoredEntry;
import io.zenith.spi.FilePart;
import io.zenith.spi.InputFile;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// A file of which a cache keeps what is found out: an entry for each thing.
record KeptFile(InputFile opened, DiskCache cache) implements InputFile {

  @Override
  public StoredFile file() {
    return opened.file();
  }

  @Override
  public Optional<MemorySegment> mapping() {
    return opened.mapping();
  }

  @Override
  public void read(long offset, MemorySegment target) throws IOException {
    opened.read(offset, target);
  }

  @Override
  public void read(List<FilePart> parts) throws IOException {
    opened.read(parts);
  }

  @Override
  public void verifyUnchanged() throws IOException {
    opened.verifyUnchanged();
  }

  @Override
  public Optional<byte[]> known(String what) {
    try (Arena arena = Arena.ofConfined()) {
      return CacheFolder.look(cache.folder(), key(what), arena).map(StoredEntry::structure);
    }
  }

  @Override
  public void keep(String what, byte[] found) {
    CacheKey key = key(what);
    CacheFolder.open(cache.folder())
        .ifPresent(folder -> put(folder, key, new Content(List.of(), found)));
  }

  private void put(CacheFolder opened, CacheKey key, Content content) {
    try (CacheFolder folder = opened) {
      if (!isSound(folder, key)) {
        folder.tryFill(key).ifPresent(fill -> write(fill, key, content));
      }
    }
  }

  private static boolean isSound(CacheFolder folder, CacheKey key) {
    try (Arena arena = Arena.ofConfined()) {
      return folder.find(key, arena).isPresent();
    } catch (IOException _) {
      return false; // it is removed
    }
  }

  private void write(Fill opened, CacheKey key, Content content) {
    try (Fill fill = opened) {
      fill.write(content, cache.bytes(), number -> number == key.number());
    }
  }

  private CacheKey key(String what) {
    return new KeyText("zenith findings 1").add(file()).add("what", what).key();
  }
}
