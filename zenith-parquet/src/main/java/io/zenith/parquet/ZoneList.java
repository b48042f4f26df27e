package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.RowRange;
import io.zenith.spi.Zones;
import io.zenith.spi.Zones.Zone;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The zones of a column, as they are found.
final class ZoneList {
  private final List<Zone> zones = new ArrayList<>();
  private final List<Optional<MemorySegment>> least = new ArrayList<>();
  private final List<Optional<MemorySegment>> most = new ArrayList<>();

  /// Adds the zone behind the last one.
  void add(RowRange rows, long nulls, Optional<Bounds> bounds) {
    zones.add(new Zone(rows, nulls));
    least.add(bounds.map(Bounds::least));
    most.add(bounds.map(Bounds::most));
  }

  /// The zones.
  ///
  /// @param type of the values
  /// @param memory for the bounds
  /// @param place the column
  Zones zones(LeafType type, SegmentAllocator memory, Place place) {
    BoundColumn column = new BoundColumn(type, memory, place);
    return new Zones(zones, column.of(least), column.of(most));
  }
}
