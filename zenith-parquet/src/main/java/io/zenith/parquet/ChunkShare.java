package io.zenith.parquet;

/// How much of a column chunk some of its rows are, as far as the footer tells it: of numbers that
/// are not known a row, a part of all of them, and some more.
///
/// @param isRepeated whether a row may have any number of values
/// @param rows how many
/// @param of how many rows the row group has
record ChunkShare(ColumnChunk chunk, boolean isRepeated, long rows, long of) {
  /// Rows differ.
  private static final long MORE_VALUES = 1024;

  private static final long MORE_BYTES = 64 << 10;

  /// What text takes more than it is stored in, where the file does not say it: words of a
  /// dictionary are stored once and delivered again and again.
  private static final long WORD_BYTES = 32;

  /// How many values, nulls and empty lists among them.
  long values() {
    return isRepeated ? share(chunk.values(), MORE_VALUES) : rows;
  }

  /// Bytes of all values together, if they are text.
  long text() {
    return share(
        chunk
            .text()
            .orElseGet(() ->
                ColumnNeed.add(chunk.uncompressed(), ColumnNeed.times(chunk.values(), WORD_BYTES))),
        MORE_BYTES);
  }

  /// What text is stored in, or is known to take.
  long leastText() {
    return share(chunk.text().orElse(chunk.uncompressed()), MORE_BYTES);
  }

  /// What words take that are in the chunk, also besides a dictionary of so many bytes.
  long words(long dictionary) {
    long stored = share(chunk.uncompressed(), MORE_BYTES);
    return Math.min(chunk.uncompressed(), ColumnNeed.add(dictionary, stored));
  }

  /// Bytes of the file that their pages take, where the file says which these are; else all have to
  /// be fetched.
  ///
  /// @param more the other rows of the first and the last page, and a dictionary
  long fetched(long more) {
    return chunk.summary().offsetIndex().isPresent() ? share(chunk.size(), more) : chunk.size();
  }

  private long share(long all, long more) {
    if (rows == of) {
      return all;
    }
    double part = 1.125 * rows / of;
    return Math.min(all, ColumnNeed.add((long) (all * part), more));
  }

  boolean isAll() {
    return rows == of;
  }
}
