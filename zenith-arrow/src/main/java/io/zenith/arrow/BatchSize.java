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
/// @param decodedBytes how much memory each node takes when it is decompressed; empty if nothing is
///   compressed
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
      add(column, decoder, file, body, bytes);
    }
    return new BatchSize(header.rows(), bytes);
  }

  /// Nodes are counted in this order.
  private static void add(
      ColumnLayout column, BodyDecoder decoder, InputFile file, long body, List<Long> bytes)
      throws IOException {
    bytes.add(decoder.mostBytes(column, file, body));
    for (ColumnLayout child : column.children()) {
      add(child, decoder, file, body, bytes);
    }
  }

  /// How much memory what is read of columns takes when it is decompressed, if something is
  /// compressed.
  long decoded(List<ColumnLayout> columns) {
    long bytes = 0;
    for (ColumnLayout column : columns) {
      bytes = Math.addExact(bytes, decodedBytes.get(column.node()));
      bytes = Math.addExact(bytes, decoded(column.children()));
    }
    return bytes;
  }
}
