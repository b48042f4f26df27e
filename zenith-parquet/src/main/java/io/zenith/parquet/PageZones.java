package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.InputFile;
import io.zenith.spi.RowRange;
import io.zenith.spi.Zones;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.Optional;

/// Reads the zones that the pages of a flat column are, by its column index and its offset index.
///
/// Indices that cannot be read, or contradict each other, are malformed data. A bound or a count
/// that cannot be right is not known.
///
/// @param file they are in
/// @param rowGroup whose pages they are
/// @param leaf the column
/// @param within which of its rows are meant, from which zones count theirs
/// @param place the row group
record PageZones(InputFile file, RowGroup rowGroup, Shape.Leaf leaf, RowRange within, Place place) {
  /// Row groups of more pages are taken as a whole: what is made of the pages would take more than
  /// it could save. Writers make pages of 20,000 rows or 1 MiB.
  private static final int MOST_PAGES = 1 << 17;

  /// Reads the indices.
  ///
  /// @return nothing if there are none, or too many pages
  Optional<Zones> read(SegmentAllocator memory) throws IOException {
    ColumnChunk chunk = rowGroup.chunks().get(leaf.firstLeaf());
    ChunkSummary summary = chunk.summary();
    if (summary.columnIndex().isEmpty() || summary.offsetIndex().isEmpty()) {
      return Optional.empty();
    }
    Place column = place.in(chunk.path());
    IndexPlace where = summary.offsetIndex().get();
    MemorySegment bytes = where.load(file, memory, column.in("offset index"));
    Optional<long[]> pages =
        new OffsetIndex(bytes, where.offset(), chunk, rowGroup.rows(), column)
            .firstRows(MOST_PAGES);
    if (pages.isEmpty()) {
      return Optional.empty();
    }
    long[] firstRows = pages.get();
    Place bounds = column.in("column index");
    IndexPlace ofBounds = summary.columnIndex().get();
    ThriftInput values =
        new ThriftInput(ofBounds.load(file, memory, bounds), ofBounds.offset(), bounds);
    ColumnIndex index = ColumnIndex.read(values, firstRows.length, bounds);
    return Optional.of(zones(index, firstRows).zones(leaf.type(), memory, column));
  }

  private ZoneList zones(ColumnIndex index, long[] firstRows) {
    ValueOrder order = rowGroup.chunks().get(leaf.firstLeaf()).summary().order();
    ZoneList zones = new ZoneList();
    for (int page = 0; page < firstRows.length; page++) {
      long end = page + 1 < firstRows.length ? firstRows[page + 1] : rowGroup.rows();
      RowRange rows = new RowRange(firstRows[page], end - firstRows[page]);
      long nulls = nulls(index, page, rows.count());
      boolean isEmpty = index.empty().get(page);
      if (isEmpty == (nulls == rows.count())) {
        zones.add(
            part(rows),
            partNulls(rows, nulls),
            isEmpty
                ? Optional.empty()
                : order.bounds(leaf.type(), index.least().get(page), index.most().get(page)));
      } else {
        // The flag and the count contradict each other.
        zones.add(part(rows), -1, Optional.empty());
      }
    }
    return zones;
  }

  /// Those of some rows that are meant, counted from the first of these.
  private RowRange part(RowRange rows) {
    long from = Math.clamp(rows.from(), within.from(), within.end());
    long end = Math.clamp(rows.end(), within.from(), within.end());
    return new RowRange(from - within.from(), end - from);
  }

  /// How many of these are null, or -1 if that is not known.
  private long partNulls(RowRange rows, long nulls) {
    long count = part(rows).count();
    return count == rows.count() || nulls == 0 ? nulls : nulls == rows.count() ? count : -1;
  }

  /// How many nulls a page has, or -1 if that is not known.
  private long nulls(ColumnIndex index, int page, long rows) {
    if (leaf.levels().definition() == 0) {
      return 0;
    }
    if (index.nulls().isEmpty()) {
      return index.empty().get(page) ? rows : -1;
    }
    long nulls = index.nulls().get()[page];
    return nulls >= 0 && nulls <= rows ? nulls : -1;
  }
}
