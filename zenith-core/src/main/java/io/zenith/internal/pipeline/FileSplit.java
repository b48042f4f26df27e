package io.zenith.internal.pipeline;

import io.zenith.spi.Projection;
import io.zenith.spi.Split;
import java.util.List;

/// A split, the file it belongs to, and what is wanted of it.
///
/// @param file the place of the file in the dataset
/// @param split the split
/// @param firstRow the number of its first row in the dataset, wanted or not
/// @param columns what to read of the columns of the file
/// @param rows the rows that are wanted: those that an order counts
/// @param made an upper bound for the memory of what is made of it besides, in bytes
public record FileSplit(
    int file, Split split, long firstRow, List<Projection> columns, RowSet rows, long made) {

  /// A split of which all rows are wanted.
  public FileSplit(int file, Split split, long firstRow, List<Projection> columns) {
    this(file, split, firstRow, columns, new RowSet.All(split.rows()), 0);
  }

  /// This split with other rows wanted.
  public FileSplit with(RowSet wanted) {
    return new FileSplit(file, split, firstRow, columns, wanted, made);
  }

  /// This split, of which so much more is made.
  public FileSplit withMade(long bytes) {
    return new FileSplit(file, split, firstRow, columns, rows, bytes);
  }

  /// The rows to read for those that are wanted: all of them where reading is for nothing, since
  /// the columns are views.
  RowRanges needed() {
    return isView() ? RowRanges.all(split.rows()) : RowRanges.around(rows);
  }

  /// Whether nothing is copied when it is read.
  public boolean isView() {
    return split.decodedBytes(columns) == 0;
  }

  /// An upper bound for the memory that a read takes.
  public long bytes() {
    long decoded = split.decodedBytes(columns);
    return decoded > Long.MAX_VALUE - made ? Long.MAX_VALUE : decoded + made;
  }
}
