package io.zenith.parquet;

import io.zenith.spi.RowRange;
import java.util.List;

/// The rows of a row group that are wanted.
///
/// @param ranges those in which there are any, in rising order and apart from each other
/// @param rows how many there are in all
/// @param of how many rows the row group has
record RowSet(List<RowRange> ranges, long rows, long of) {
  /// Some rows.
  ///
  /// @param found counted from another row
  /// @param from this one
  static RowSet of(List<RowRange> found, long from, long of) {
    long rows = found.stream().mapToLong(RowRange::count).sum();
    if (rows == of) {
      // Also those that are there and should not, so that they are noticed.
      return new RowSet(List.of(new RowRange(0, Long.MAX_VALUE)), rows, of);
    }
    List<RowRange> ranges =
        found.stream()
            .filter(range -> range.count() > 0)
            .map(range -> new RowRange(from + range.from(), range.count()))
            .toList();
    return new RowSet(ranges, rows, of);
  }

  /// All rows.
  static RowSet all(long rows) {
    return of(List.of(new RowRange(0, rows)), 0, rows);
  }

  /// Whether all rows are wanted.
  boolean isAll() {
    return rows == of;
  }

  /// The number of a row in the row group.
  ///
  /// @param wanted its number among those that are wanted
  long row(long wanted) {
    long before = 0;
    for (RowRange range : ranges) {
      if (wanted - before < range.count()) {
        return range.from() + wanted - before;
      }
      before += range.count();
    }
    throw new IllegalArgumentException("row " + wanted + " of " + rows);
  }

  /// Goes through the rows.
  Cursor cursor() {
    return new Cursor();
  }

  /// Tells of rows in rising order whether they are wanted.
  final class Cursor {
    private int next;

    /// Whether a row is wanted.
    boolean isWanted(long row) {
      seek(row);
      return next < ranges.size() && ranges.get(next).from() <= row;
    }

    /// The first row behind one for which it is not the same.
    long end(long row) {
      if (isWanted(row)) {
        return ranges.get(next).end();
      }
      return next < ranges.size() ? ranges.get(next).from() : Long.MAX_VALUE;
    }

    /// Whether any of some rows is wanted.
    boolean hasAny(RowRange rows) {
      return rows.count() > 0 && (isWanted(rows.from()) || end(rows.from()) < rows.end());
    }

    /// Whether any row from one on is wanted.
    boolean hasMore(long row) {
      seek(row);
      return next < ranges.size();
    }

    private void seek(long row) {
      while (next < ranges.size() && ranges.get(next).end() <= row) {
        next++;
      }
    }
  }
}
