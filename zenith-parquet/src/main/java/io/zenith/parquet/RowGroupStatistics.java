package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.RowRange;
import io.zenith.spi.Zones;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;

/// What a footer says about the values of a row group, packed: a dataset keeps that of all row
/// groups of all its files, some 40 bytes a column.
final class RowGroupStatistics {
  private final List<Shape> columns;

  /// The bounds of all leaves, one behind the other.
  private final byte[] bytes;

  /// Where the two bounds of each leaf end; the second is -1 where there are none.
  private final int[] ends;

  /// A count a leaf, or -1.
  private final long[] nulls;

  private RowGroupStatistics(List<Shape> columns, byte[] bytes, int[] ends, long[] nulls) {
    this.columns = columns;
    this.bytes = bytes;
    this.ends = ends;
    this.nulls = nulls;
  }

  /// Packs what is known of a row group.
  ///
  /// @param columns of the file
  static RowGroupStatistics of(List<Shape> columns, RowGroup rowGroup) {
    int leaves = rowGroup.chunks().size();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int[] ends = new int[2 * leaves];
    long[] nulls = new long[leaves];
    for (int leaf = 0; leaf < leaves; leaf++) {
      ChunkSummary summary = rowGroup.chunks().get(leaf).summary();
      nulls[leaf] = summary.nulls();
      summary.bounds().ifPresent(bounds -> bytes.writeBytes(array(bounds.least())));
      ends[2 * leaf] = bytes.size();
      summary.bounds().ifPresent(bounds -> bytes.writeBytes(array(bounds.most())));
      ends[2 * leaf + 1] = summary.bounds().isPresent() ? bytes.size() : -1;
    }
    return new RowGroupStatistics(columns, bytes.toByteArray(), ends, nulls);
  }

  private static byte[] array(MemorySegment bound) {
    return bound.toArray(ValueLayout.JAVA_BYTE);
  }

  /// The one zone that a column of the row group is.
  ///
  /// @param path the place of the column, then those of fields in structs
  /// @param rows of the row group
  /// @return nothing if nothing is known
  Optional<Zones> zones(List<Integer> path, long rows, SegmentAllocator memory, Place place) {
    return Shape.flatLeaf(columns, path)
        .filter(leaf -> nulls[leaf.firstLeaf()] >= 0 || bounds(leaf.firstLeaf()).isPresent())
        .map(leaf -> {
          ZoneList zones = new ZoneList();
          zones.add(new RowRange(0, rows), nulls[leaf.firstLeaf()], bounds(leaf.firstLeaf()));
          return zones.zones(leaf.type(), memory, place.in("column '" + leaf.field().name() + "'"));
        });
  }

  private Optional<Bounds> bounds(int leaf) {
    int from = leaf == 0 ? 0 : Math.max(ends[2 * leaf - 1], ends[2 * leaf - 2]);
    int between = ends[2 * leaf];
    int end = ends[2 * leaf + 1];
    return end < 0
        ? Optional.empty()
        : Optional.of(new Bounds(part(from, between), part(between, end)));
  }

  private MemorySegment part(int from, int end) {
    return MemorySegment.ofArray(bytes).asSlice(from, end - from);
  }
}
