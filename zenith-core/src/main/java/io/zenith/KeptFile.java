package io.zenith;

import io.zenith.internal.cache.CacheFolder;
import io.zenith.internal.cache.CacheKey;
import io.zenith.internal.cache.Content;
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
    CacheFolder.open(cache.folder())
        .ifPresent(opened -> {
          try (CacheFolder folder = opened) {
            folder.put(key(what), new Content(List.of(), found), cache.bytes());
          }
        });
  }

  private CacheKey key(String what) {
    return new KeyText("zenith findings 1").add(file()).add("what", what).key();
  }
}
