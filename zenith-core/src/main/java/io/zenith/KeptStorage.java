package io.zenith;

import io.zenith.spi.InputFile;
import io.zenith.spi.RequestListener;
import io.zenith.spi.Storage;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.URI;
import java.util.List;

/// A storage of which a cache keeps what is found out about its files.
record KeptStorage(Storage storage, DiskCache cache) implements Storage {

  @Override
  public boolean serves(String scheme) {
    return storage.serves(scheme);
  }

  @Override
  public List<StoredFile> list(URI location) throws IOException {
    return storage.list(location);
  }

  @Override
  public boolean isRemote() {
    return storage.isRemote();
  }

  @Override
  public InputFile open(StoredFile file, Arena arena) throws IOException {
    InputFile opened = storage.open(file, arena);
    return BlockPlan.hasVersion(file) ? new KeptFile(opened, cache) : opened;
  }

  @Override
  public Storage telling(RequestListener listener) {
    return new KeptStorage(storage.telling(listener), cache);
  }
}
