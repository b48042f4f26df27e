package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.Projection;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.spi.StoredColumn;
import io.zenith.spi.StoredFile;
import io.zenith.spi.Zones;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A row group of a file, or a part of a large one.
///
/// @param file the file
/// @param number of the row group in the file, from 0
/// @param range its rows, counted within the row group
/// @param isPart whether the row group has other rows
/// @param needs the memory that leaves take
/// @param statistics what the footer says about its values
/// @param sizes what the row group takes in the file
/// @param hash SHA-256 of the footer
record RowGroupSplit(
    StoredFile file,
    int number,
    RowRange range,
    boolean isPart,
    LeafNeeds needs,
    RowGroupStatistics statistics,
    StoredSizes sizes,
    String hash)
    implements Split {

  @Override
  public long rows() {
    return range.count();
  }

  @Override
  public long decodedBytes(List<Projection> columns) {
    List<ColumnNeed> read = needs.of(columns);
    long fetched = 0;
    for (ColumnNeed need : read) {
      fetched = ColumnNeed.add(fetched, need.fetched());
    }
    return ColumnNeed.add(ColumnNeed.add(fetched, ColumnNeed.SLACK), ColumnNeed.total(read));
  }

  @Override
  public OptionalLong storedBytes(List<Projection> columns) {
    return OptionalLong.of(sizes.of(columns, range.count()));
  }

  @Override
  public List<StoredColumn> storedColumns() {
    return sizes.columns(range.count());
  }

  @Override
  public String identity() {
    return hash + "#" + number + (isPart ? ":" + range.from() : "");
  }

  @Override
  public boolean randomAccess() {
    return false;
  }

  @Override
  public Optional<Zones> zones(List<Integer> path, SegmentAllocator memory) {
    Place place = new Place(file, "row group " + number);
    return statistics
        .zones(path, range.count(), memory, place)
        .map(zones -> isPart ? ofPart(zones) : zones);
  }

  /// Of a part it is not known how many of the row group's nulls it has.
  private static Zones ofPart(Zones zones) {
    List<Zones.Zone> parts =
        zones.zones().stream()
            .map(zone -> new Zones.Zone(zone.rows(), zone.nulls() == 0 ? 0 : -1))
            .toList();
    return new Zones(parts, zones.least(), zones.most());
  }

  @Override
  public String toString() {
    return file
        + ", row group "
        + number
        + (isPart ? ", rows " + range.from() + " to " + (range.end() - 1) : "");
  }
}
