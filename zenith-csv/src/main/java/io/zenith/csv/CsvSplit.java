package io.zenith.csv;

import io.zenith.spi.Projection;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.spi.StoredFile;
import java.util.List;

/// Consecutive records of a file.
///
/// @param file the file
/// @param known what is known of it
/// @param range its records, counted within the file
/// @param from where they begin in the text
/// @param end where they end in the text
/// @param isFetched whether the text is fetched before it is read
record CsvSplit(
    StoredFile file, CsvFile known, RowRange range, long from, long end, boolean isFetched)
    implements Split {
  /// What the alignment of buffers adds to a record batch, for each column.
  private static final long SLACK = 4 * Long.BYTES;

  @Override
  public long rows() {
    return range.count();
  }

  @Override
  public long decodedBytes(List<Projection> columns) {
    long bits = 0;
    boolean hasText = false;
    for (Projection column : columns) {
      CsvColumn read = known.columns().get(column.place());
      bits += read.bits();
      hasText |= read.isText();
    }
    long batches = CsvReader.batches(this);
    // No text is longer than the fields that it comes from.
    return bits * rows() / Byte.SIZE
        + (hasText ? end - from : 0)
        + (isFetched ? end - from + SLACK : 0)
        + batches * columns.size() * SLACK;
  }

  /// The same records, with other types.
  CsvSplit with(List<CsvColumn> columns) {
    return new CsvSplit(file, known.with(columns), range, from, end, isFetched);
  }

  @Override
  public String identity() {
    return known.index().hash() + "#" + range.from();
  }

  @Override
  public boolean randomAccess() {
    return false;
  }

  @Override
  public String toString() {
    return file + ", rows " + range.from() + " to " + (range.end() - 1);
  }
}
