package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.RowRange;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// A page of a column chunk.
///
/// @param header what stands before it
/// @param bytes as they are stored
/// @param rows those of a data page, counted within the row group, where they are known without its
///   levels
/// @param place where it is
/// @param encryption how the bytes are encrypted, if they are
record Page(
    PageHeader header,
    MemorySegment bytes,
    Optional<RowRange> rows,
    Place place,
    Optional<PageEncryption> encryption) {

  /// The page, of which the rows are known.
  Page of(RowRange known) {
    return new Page(header, bytes, Optional.of(known), place, encryption);
  }
}
