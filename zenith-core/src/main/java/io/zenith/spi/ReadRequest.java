package io.zenith.spi;

import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Objects;

/// What to read of a split, and where to put what has to be copied or decoded.
///
/// @param split the split
/// @param fromRow first row, counted within the split
/// @param rows how many rows
/// @param columns the columns, as places in the schema, in the order in which to deliver them
/// @param buffers native memory that lives until the reader is done with the batches. It is not
///   cleared: whoever takes a buffer fills all of it. It gives at most [Split#decodedBytes]
public record ReadRequest(
    Split split, long fromRow, long rows, List<Integer> columns, SegmentAllocator buffers) {

  /// Checks the range and copies the list.
  public ReadRequest {
    Objects.checkFromIndexSize(fromRow, rows, split.rows());
    columns = List.copyOf(columns);
  }

  /// A request for all rows of a split.
  public static ReadRequest all(Split split, List<Integer> columns, SegmentAllocator buffers) {
    return new ReadRequest(split, 0, split.rows(), columns, buffers);
  }
}
