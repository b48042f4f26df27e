package io.zenith.csv;

import io.zenith.spi.InputFile;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// A file that is not mapped, and knows how much was read of it.
///
/// @param whole the file
/// @param read how many bytes
record NotedReads(InputFile whole, AtomicLong read) implements InputFile {
  NotedReads(InputFile whole) {
    this(whole, new AtomicLong());
  }

  long bytes() {
    return read.get();
  }

  @Override
  public StoredFile file() {
    return whole.file();
  }

  @Override
  public Optional<MemorySegment> mapping() {
    return Optional.empty();
  }

  @Override
  public void read(long offset, MemorySegment target) throws IOException {
    read.addAndGet(target.byteSize());
    whole.read(offset, target);
  }

  @Override
  public void verifyUnchanged() throws IOException {
    whole.verifyUnchanged();
  }
}
