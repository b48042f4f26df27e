package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;

/// What a record batch says of its size.
///
/// @param rows how many rows it has
/// @param decodedBytes how much memory each column takes when it is decompressed; empty if nothing
///   is compressed
record BatchSize(long rows, List<Long> decodedBytes) {
  private static final SegmentAllocator NO_MEMORY =
      SegmentAllocator.prefixAllocator(MemorySegment.NULL);

  /// Copies the list.
  BatchSize {
    decodedBytes = List.copyOf(decodedBytes);
  }

  /// Works out the size; of a compressed body, a few bytes of each buffer of variable length are
  /// read, which say how long it is.
  ///
  /// @param body the first byte of the body in the file
  static BatchSize of(
      BatchHeader header, BatchLayout layout, InputFile file, long body, Place place)
      throws IOException {
    if (header.codec().isEmpty()) {
      return new BatchSize(header.rows(), List.of());
    }
    BodyDecoder decoder = new BodyDecoder(header.codec().get(), header, NO_MEMORY, place);
    List<Long> bytes = new ArrayList<>();
    for (ColumnLayout column : layout.columns()) {
      header.verify(column);
      bytes.add(decoder.mostBytes(column, file, body));
    }
    return new BatchSize(header.rows(), bytes);
  }
}
