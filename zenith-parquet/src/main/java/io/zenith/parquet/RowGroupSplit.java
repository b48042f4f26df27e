package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.Split;
import io.zenith.spi.StoredFile;
import io.zenith.spi.Zones;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;

/// One row group of a file.
///
/// @param file the file
/// @param number its number in the file, from 0
/// @param rows how many rows it has
/// @param needs the memory that each column takes
/// @param statistics what the footer says about its values
/// @param hash SHA-256 of the footer
record RowGroupSplit(
    StoredFile file,
    int number,
    long rows,
    List<ColumnNeed> needs,
    RowGroupStatistics statistics,
    String hash)
    implements Split {

  @Override
  public long decodedBytes(List<Integer> columns) {
    long decoded = 0;
    long scratch = 0;
    for (int column : columns) {
      ColumnNeed need = needs.get(column);
      decoded = ColumnNeed.add(decoded, need.decoded());
      scratch = Math.max(scratch, need.scratch());
    }
    return ColumnNeed.add(decoded, scratch);
  }

  @Override
  public String identity() {
    return hash + "#" + number;
  }

  @Override
  public boolean randomAccess() {
    return false;
  }

  @Override
  public Optional<Zones> zones(List<Integer> path, SegmentAllocator memory) {
    return statistics.zones(path, rows, memory, new Place(file, "row group " + number));
  }

  @Override
  public String toString() {
    return file + ", row group " + number;
  }
}
