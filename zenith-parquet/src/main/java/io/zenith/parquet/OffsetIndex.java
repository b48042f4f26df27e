package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.util.Optional;

/// Reads which rows the pages of a column chunk begin with.
///
/// The source: `OffsetIndex` in Apache Parquet's `parquet.thrift`.
final class OffsetIndex {
  private static final long[] NONE = {};

  private OffsetIndex() {}

  /// The first row of each page, of which there is one at least; they rise from 0.
  ///
  /// @param most how many pages are read
  /// @param rows of the row group
  /// @return nothing if there are more pages
  static Optional<long[]> firstRows(ThriftInput input, int most, long rows, Place place) {
    long[] found = NONE;
    int outer = input.begin();
    for (int type = input.nextField(); type != ThriftInput.STOP; type = input.nextField()) {
      if (input.field() == 1 && type == ThriftInput.LIST) {
        ThriftInput.ListHead head = input.list();
        if (head.type() != ThriftInput.STRUCT) {
          throw place.malformed("pages of type " + head.type(), "structures");
        }
        if (head.size() > most) {
          return Optional.empty();
        }
        found = new long[(int) head.size()];
        for (int page = 0; page < found.length; page++) {
          found[page] = firstRow(input);
        }
      } else {
        input.skip(type);
      }
    }
    input.end(outer);
    if (found.length == 0) {
      throw place.malformed("no pages", "one or more");
    }
    long before = 0;
    for (int page = 0; page < found.length; page++) {
      boolean isFirst = page == 0;
      if (isFirst ? found[0] != 0 : found[page] < before || found[page] >= rows) {
        throw place.malformed(
            "row " + found[page] + " as the first of page " + page,
            isFirst ? "0" : before + " to " + (rows - 1));
      }
      before = found[page];
    }
    return Optional.of(found);
  }

  private static long firstRow(ThriftInput input) {
    long row = -1;
    int outer = input.begin();
    for (int type = input.nextField(); type != ThriftInput.STOP; type = input.nextField()) {
      if (input.field() == 3 && type == ThriftInput.I64) {
        row = input.zigzag();
      } else {
        input.skip(type);
      }
    }
    input.end(outer);
    return row;
  }
}
