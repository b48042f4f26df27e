package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.RowRange;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Where the data pages of a column chunk are, and which rows they hold, as the file says it.
///
/// The source: `OffsetIndex` in Apache Parquet's `parquet.thrift`.
///
/// @param bytes of the index
/// @param start where they begin in the file
/// @param chunk that it belongs to
/// @param rows of the row group
/// @param place the column chunk
record OffsetIndex(MemorySegment bytes, long start, ColumnChunk chunk, long rows, Place place) {
  OffsetIndex {
    place = place.in("offset index");
  }

  /// One page.
  ///
  /// @param offset of its header in the file
  /// @param size bytes of it, with the header
  /// @param rows of it, counted within the row group
  record Location(long offset, long size, RowRange rows) {}

  /// Goes through the pages. None is kept: there may be very many.
  Walk walk() {
    return new Walk();
  }

  /// The first row of each page.
  ///
  /// @param most how many pages are read
  /// @return nothing if there are more pages
  Optional<long[]> firstRows(int most) {
    Walk pages = walk();
    long[] first = new long[(int) Math.min(most, pages.left() + 1)];
    int page = 0;
    for (; pages.hasNext() && page < first.length; page++) {
      first[page] = pages.next().rows().from();
    }
    return pages.hasNext() ? Optional.empty() : Optional.of(first);
  }

  /// The pages in their order. Each is checked when it is met: pages lie apart from each other in
  /// the chunk, and together they have all rows.
  final class Walk {
    private static final int OFFSET = 1;
    private static final int SIZE = 2;
    private static final int FIRST_ROW = 3;

    private final ThriftInput input = new ThriftInput(bytes, start, place);

    /// How many pages were not read yet.
    private long left;

    private final long firstOffset;
    private long offset;
    private long size;
    private long firstRow;
    private long end = chunk.start();

    private Walk() {
      input.begin();
      int type = input.nextField();
      while (type != ThriftInput.STOP && input.field() != 1) {
        input.skip(type);
        type = input.nextField();
      }
      if (type != ThriftInput.LIST) {
        throw place.malformed("no list of pages", "one");
      }
      ThriftInput.ListHead head = input.list();
      if (head.type() != ThriftInput.STRUCT || head.size() == 0) {
        throw place.malformed(
            head.size() + " pages of type " + head.type(), "1 or more of " + ThriftInput.STRUCT);
      }
      left = head.size();
      read();
      firstOffset = offset;
      if (firstRow != 0) {
        throw place.malformed("first row " + firstRow, "0");
      }
    }

    /// How many pages come, but for the next one.
    long left() {
      return left;
    }

    /// Where the first page is.
    long firstOffset() {
      return firstOffset;
    }

    /// Whether there is another page.
    boolean hasNext() {
      return left >= 0;
    }

    /// The next page.
    Location next() {
      long from = offset;
      long bytesOfIt = size;
      long row = firstRow;
      end = from + bytesOfIt;
      if (left > 0) {
        read();
        if (firstRow < row || firstRow > rows) {
          throw place.malformed("first row " + firstRow, row + " to " + rows);
        }
      } else {
        left = -1;
        firstRow = rows;
      }
      return new Location(from, bytesOfIt, new RowRange(row, firstRow - row));
    }

    private void read() {
      left--;
      offset = -1;
      size = -1;
      firstRow = -1;
      int outer = input.begin();
      for (int type = input.nextField(); type != ThriftInput.STOP; type = input.nextField()) {
        boolean isNumber = type == ThriftInput.I32 || type == ThriftInput.I64;
        switch (isNumber ? input.field() : 0) {
          case OFFSET -> offset = input.zigzag();
          case SIZE -> size = input.zigzag();
          case FIRST_ROW -> firstRow = input.zigzag();
          default -> input.skip(type);
        }
      }
      input.end(outer);
      long most = chunk.start() + chunk.size();
      if (offset < end || size <= 0 || size > most - offset) {
        throw place.malformed(
            "a page of " + size + " bytes at byte " + offset,
            "some of the bytes " + end + " to " + most);
      }
    }
  }
}
