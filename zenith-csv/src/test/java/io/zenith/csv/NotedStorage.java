package io.zenith.csv;

import io.zenith.internal.storage.Providers;
import io.zenith.spi.InputFile;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Local files that are not mapped, and how much is read of them.
///
/// @param files the files
/// @param read how many bytes
record NotedStorage(Storage files, AtomicLong read) implements Storage {
  NotedStorage() {
    this(Providers.storage("file"), new AtomicLong());
  }

  /// How many bytes were read since this was asked last.
  long bytes() {
    return read.getAndSet(0);
  }

  @Override
  public boolean serves(String scheme) {
    return files.serves(scheme);
  }

  @Override
  public List<StoredFile> list(URI location) throws IOException {
    return files.list(location);
  }

  @Override
  public boolean isRemote() {
    return true;
  }

  @Override
  public InputFile open(StoredFile file, Arena arena) throws IOException {
    return new NotedReads(files.open(file, arena), read);
  }
}
