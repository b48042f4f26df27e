package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Optional;

/// Where in a file an index of a column chunk lies, as the footer says: nobody has checked it.
///
/// @param offset of its first byte
/// @param length in bytes
record IndexPlace(long offset, int length) {

  /// The place of an index, which is none where it has no bytes.
  static Optional<IndexPlace> of(long offset, int length) {
    return offset == 0 || length == 0
        ? Optional.empty()
        : Optional.of(new IndexPlace(offset, length));
  }

  /// Reads the index into memory that nobody else changes.
  ///
  /// @param place the index, for errors
  MemorySegment load(InputFile file, SegmentAllocator memory, Place place) throws IOException {
    check(file, place);
    MemorySegment bytes = memory.allocate(length, Long.BYTES);
    file.read(offset, bytes);
    return bytes;
  }

  /// Requires that it lies within the file.
  void check(InputFile file, Place place) {
    long size = file.file().size();
    if (offset < 0 || length < 0 || offset > size - length) {
      throw place.malformed(length + " bytes from byte " + offset, "some of the file's " + size);
    }
  }
}
