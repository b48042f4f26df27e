package io.zenith.parquet;

import io.zenith.spi.InputFile;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A file in native memory, for the seams below datasets.
///
/// @param file what a storage would say of it
/// @param bytes its bytes
record NativeFile(StoredFile file, MemorySegment bytes) implements InputFile {

  static NativeFile read(Path path, Arena arena) throws IOException {
    byte[] content = Files.readAllBytes(path);
    MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
    return new NativeFile(new StoredFile(path.toUri(), content.length, "1"), bytes);
  }

  @Override
  public Optional<MemorySegment> mapping() {
    return Optional.of(bytes);
  }

  @Override
  public void read(long offset, MemorySegment target) {
    target.copyFrom(bytes.asSlice(offset, target.byteSize()));
  }

  @Override
  public void verifyUnchanged() {}
}
