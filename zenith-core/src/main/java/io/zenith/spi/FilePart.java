package io.zenith.spi;

import java.lang.foreign.MemorySegment;

/// A part of a file to be read, and where to put it.
///
/// @param offset first byte in the file
/// @param target native or heap memory, as long as the part
public record FilePart(long offset, MemorySegment target) {

  /// The place behind its last byte in the file.
  public long end() {
    return offset + target.byteSize();
  }
}
