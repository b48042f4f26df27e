package io.zenith.testkit;

import io.zenith.error.MalformedDataException;
import io.zenith.spi.InputFile;
import io.zenith.spi.StoredFile;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// A file in native memory.
///
/// @param file what the storage says of it
/// @param bytes its bytes
/// @param mapped whether to offer them as a mapping
record NativeFile(StoredFile file, MemorySegment bytes, boolean mapped) implements InputFile {

  @Override
  public Optional<MemorySegment> mapping() {
    return mapped ? Optional.of(bytes) : Optional.empty();
  }

  @Override
  public void read(long offset, MemorySegment target) {
    if (offset < 0 || target.byteSize() > bytes.byteSize() - offset) {
      throw new MalformedDataException(
          file.toString(), "the end of the file", target.byteSize() + " bytes at " + offset);
    }
    MemorySegment.copy(bytes, offset, target, 0, target.byteSize());
  }

  @Override
  public void verifyUnchanged() {}
}
