package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
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

  /// Names what has to be read to know the size: of a compressed body the first bytes of each
  /// buffer of variable length, which say how long it is.
  ///
  /// @param body the first byte of the body in the file
  static void want(
      BatchHeader header, BatchLayout layout, long body, Place place, BufferPrefixes prefixes) {
    if (header.codec().isPresent()) {
      BodyDecoder decoder = new BodyDecoder(header.codec().get(), header, NO_MEMORY, place);
      for (ColumnLayout column : layout.columns()) {
        header.verify(column);
        want(column, decoder, body, prefixes);
      }
    }
  }

  private static void want(
      ColumnLayout column, BodyDecoder decoder, long body, BufferPrefixes prefixes) {
    decoder.want(column, body, prefixes);
    for (ColumnLayout child : column.children()) {
      want(child, decoder, body, prefixes);
    }
  }

  /// Works out the size.
  ///
  /// @param body the first byte of the body in the file
  /// @param prefixes have what was wanted
  static BatchSize of(
      BatchHeader header, BatchLayout layout, long body, Place place, BufferPrefixes prefixes) {
    List<Long> bytes = new ArrayList<>();
    if (header.codec().isPresent()) {
      BodyDecoder decoder = new BodyDecoder(header.codec().get(), header, NO_MEMORY, place);
      for (ColumnLayout column : layout.columns()) {
        add(column, decoder, body, prefixes, bytes);
      }
    }
    return new BatchSize(header.rows(), bytes);
  }

  /// Nodes are counted in this order.
  private static void add(
      ColumnLayout column,
      BodyDecoder decoder,
      long body,
      BufferPrefixes prefixes,
      List<Long> bytes) {
    bytes.add(decoder.mostBytes(column, body, prefixes));
    for (ColumnLayout child : column.children()) {
      add(child, decoder, body, prefixes, bytes);
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
