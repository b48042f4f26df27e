package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.PageHeader.Kind;
import io.zenith.spi.RowRange;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// The pages of a column chunk by their headers. Of a leaf that is not repeated, values are rows,
/// so that pages without wanted rows are passed over.
///
/// None is kept: there may be millions, of a byte each.
final class ChunkPages implements Pages {
  private final ColumnChunk chunk;
  private final boolean isRepeated;
  private final RowSet.Cursor wanted;
  private final PageCursor cursor;

  /// Values that come still.
  private long left;

  /// @param bytes of the chunk
  /// @param isRepeated whether a row may have any number of values
  /// @param rows that are wanted
  /// @param place the column chunk
  ChunkPages(ColumnChunk chunk, MemorySegment bytes, boolean isRepeated, RowSet rows, Place place) {
    this.chunk = chunk;
    this.isRepeated = isRepeated;
    this.wanted = rows.cursor();
    this.cursor = new PageCursor(chunk, bytes, place);
    this.left = chunk.values();
  }

  /// All pages of a chunk.
  static ChunkPages all(ColumnChunk chunk, MemorySegment bytes, Place place) {
    return new ChunkPages(chunk, bytes, true, RowSet.all(chunk.values()), place);
  }

  @Override
  public Optional<Page> next() {
    while (left > 0 && (isRepeated || wanted.hasMore(chunk.values() - left))) {
      Page page = cursor.next(left);
      Kind kind = page.header().kind();
      if (kind == Kind.DICTIONARY) {
        return Optional.of(page);
      }
      int values = page.header().values();
      if (kind != Kind.INDEX && values > 0) {
        RowRange rows = new RowRange(chunk.values() - left, values);
        left -= values;
        if (isRepeated) {
          return Optional.of(page);
        }
        if (wanted.hasAny(rows)) {
          return Optional.of(page.of(rows));
        }
      }
    }
    return Optional.empty();
  }
}
