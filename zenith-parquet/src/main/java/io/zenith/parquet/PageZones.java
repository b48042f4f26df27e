package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.InputFile;
import io.zenith.spi.RowRange;
import io.zenith.spi.Zones;
import java.io.IOException;
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
/// @param place the row group
record PageZones(InputFile file, RowGroup rowGroup, Shape.Leaf leaf, Place place) {
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
    Place offsets = column.in("offset index");
    ThriftInput rows = open(summary.offsetIndex().get(), memory, offsets);
    Optional<long[]> pages = OffsetIndex.firstRows(rows, MOST_PAGES, rowGroup.rows(), offsets);
    if (pages.isEmpty()) {
      return Optional.empty();
    }
    long[] firstRows = pages.get();
    Place bounds = column.in("column index");
    ThriftInput values = open(summary.columnIndex().get(), memory, bounds);
    ColumnIndex index = ColumnIndex.read(values, firstRows.length, bounds);
    return Optional.of(zones(index, firstRows).zones(leaf.type(), memory, column));
  }

  private ThriftInput open(IndexPlace index, SegmentAllocator memory, Place name)
      throws IOException {
    return new ThriftInput(index.load(file, memory, name), index.offset(), name);
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
            rows,
            nulls,
            isEmpty
                ? Optional.empty()
                : order.bounds(leaf.type(), index.least().get(page), index.most().get(page)));
      } else {
        // The flag and the count contradict each other.
        zones.add(rows, -1, Optional.empty());
      }
    }
    return zones;
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
