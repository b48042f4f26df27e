package io.zenith.spi;

import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Objects;

/// What to read of a split, and where to put what has to be copied or decoded.
///
/// @param split the split
/// @param ranges the rows, in rising order and apart from each other
/// @param columns what to read of columns, in the order in which to deliver it. A column may be
///   there several times, mostly with other fields
/// @param buffers native memory that lives until the reader is done with the batches. It is not
///   cleared: whoever takes a buffer fills all of it. It gives [Split#decodedBytes], and more while
///   there is room
public record ReadRequest(
    Split split, List<RowRange> ranges, List<Projection> columns, SegmentAllocator buffers) {

  /// Checks the ranges and copies the lists.
  public ReadRequest {
    ranges = List.copyOf(ranges);
    columns = List.copyOf(columns);
    long end = 0;
    for (RowRange range : ranges) {
      Objects.checkFromToIndex(end, range.from(), split.rows());
      Objects.checkFromToIndex(range.from(), range.end(), split.rows());
      end = range.end();
    }
  }

  /// A request for all rows of a split.
  public static ReadRequest all(Split split, List<Projection> columns, SegmentAllocator buffers) {
    return new ReadRequest(split, List.of(new RowRange(0, split.rows())), columns, buffers);
  }

  /// How many rows are asked for.
  public long rows() {
    return ranges.stream().mapToLong(RowRange::count).sum();
  }
}
