package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.OffsetIndex.Location;
import io.zenith.parquet.PageHeader.Kind;
import io.zenith.spi.RowRange;
import java.util.Optional;

/// The pages of a column chunk that hold wanted rows, by its offset index; and before them the
/// dictionary, if there is one and it was fetched. What the index says must be what is there.
final class IndexedPages implements Pages {
  private final ColumnChunk chunk;
  private final ChunkBytes bytes;
  private final boolean isRepeated;
  private final RowSet.Cursor wanted;
  private final OffsetIndex.Walk locations;
  private final Place place;
  private boolean hasDictionary;

  /// Of the page that comes next.
  private long number;

  /// Values that may come still.
  private long left;

  /// @param isRepeated whether a row may have any number of values
  /// @param rows that are wanted
  /// @param place the column chunk
  IndexedPages(
      ColumnChunk chunk,
      ChunkBytes bytes,
      OffsetIndex index,
      boolean isRepeated,
      RowSet rows,
      Place place) {
    this.chunk = chunk;
    this.bytes = bytes;
    this.isRepeated = isRepeated;
    this.wanted = rows.cursor();
    this.locations = index.walk();
    this.left = chunk.values();
    this.place = place;
    long dictionary = locations.firstOffset() - chunk.start();
    this.hasDictionary = dictionary > 0 && bytes.hold(chunk.start(), dictionary);
    this.number = dictionary > 0 && !hasDictionary ? 1 : 0;
  }

  @Override
  public Optional<Page> next() {
    if (hasDictionary) {
      hasDictionary = false;
      return Optional.of(dictionary());
    }
    while (locations.hasNext()) {
      Location location = locations.next();
      if (!wanted.hasMore(location.rows().from())) {
        return Optional.empty();
      }
      if (wanted.hasAny(location.rows())) {
        return Optional.of(data(location));
      }
      number++;
    }
    return Optional.empty();
  }

  private Page dictionary() {
    Page page = cursor(chunk.start(), locations.firstOffset() - chunk.start()).next(chunk.values());
    if (page.header().kind() != Kind.DICTIONARY) {
      throw page.place().malformed("another page", "a dictionary, as before others of the index");
    }
    return page;
  }

  private Page data(Location location) {
    PageCursor cursor = cursor(location.offset(), location.size());
    Page page = cursor.next(left);
    if (cursor.position() != location.size()) {
      throw page.place().malformed(cursor.position() + " bytes", said(location.size() + ""));
    }
    Kind kind = page.header().kind();
    if (kind != Kind.DATA_V1 && kind != Kind.DATA_V2) {
      throw page.place().malformed("another page", said("a data page"));
    }
    RowRange rows = location.rows();
    int values = page.header().values();
    if (isRepeated ? values < rows.count() : values != rows.count()) {
      throw page.place().malformed(values + " values", said(rows.count() + " rows"));
    }
    left -= values;
    return page.of(rows);
  }

  private static String said(String expected) {
    return expected + ", as the offset index says";
  }

  private PageCursor cursor(long start, long size) {
    return new PageCursor(chunk, bytes.of(start, size), start, number++, place);
  }
}
