package io.zenith.internal.filter;

import io.zenith.internal.layout.DictionaryNodes;
import io.zenith.internal.layout.Layout;
import io.zenith.internal.layout.Node;
import io.zenith.internal.pipeline.RowRanges;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.spi.Zones;
import io.zenith.spi.Zones.Zone;
import java.util.List;
import java.util.function.Predicate;

/// What a file says about the values of a column, checked.
///
/// @param zones parts of a split, which together are all of it
/// @param lower a bound for each
/// @param upper a bound for each
record ColumnZones(List<Zone> zones, Node lower, Node upper) {

  /// Checks them as record batches are, since they come from a file.
  ///
  /// @param type what the values are stored as
  static ColumnZones of(Zones zones, DataType type, Split split) {
    String part = split.toString();
    long row = 0;
    for (Zone zone : zones.zones()) {
      RowRange rows = zone.rows();
      if (rows.from() != row) {
        throw new IllegalStateException(part + ": the format delivered bounds with gaps");
      }
      row = rows.end();
    }
    if (row != split.rows()) {
      throw new IllegalStateException(
          part + ": the format delivered bounds for " + row + " rows of " + split.rows());
    }
    int count = zones.zones().size();
    Node lower = node("lower bounds", zones.least(), type, count, part);
    return new ColumnZones(
        zones.zones(), lower, node("upper bounds", zones.most(), type, count, part));
  }

  /// Text that is cut short may be no text, so bounds of text are bytes.
  private static Node node(String name, ArrayData data, DataType type, int count, String part) {
    Field field = Field.of(name, bytes(type));
    ArrayData plain =
        new ArrayData(
            bytes(data.type()),
            data.length(),
            data.nullCount(),
            data.buffers(),
            data.children(),
            data.dictionary());
    DictionaryNodes none = DictionaryNodes.ofFile(List.of());
    return Layout.node(field, plain, count, part, none).checked();
  }

  private static DataType bytes(DataType type) {
    return switch (type) {
      case DataType.Utf8 _ -> new DataType.Binary();
      case DataType.LargeUtf8 _ -> new DataType.LargeBinary();
      case DataType.Utf8View _ -> new DataType.BinaryView();
      default -> type;
    };
  }

  /// Whether a zone has no value but nulls.
  static boolean areAllNull(Zone zone) {
    return zone.nulls() == zone.rows().count();
  }

  /// The rows of the other zones.
  RowRanges without(Predicate<Zone> isOut) {
    RowRanges.Builder left = new RowRanges.Builder();
    for (Zone zone : zones) {
      if (!isOut.test(zone)) {
        left.add(zone.rows().from(), zone.rows().end());
      }
    }
    return left.build();
  }

  /// The rows of zones of which some value may pass a test.
  RowRanges without(ZoneMatcher test) {
    RowRanges.Builder left = new RowRanges.Builder();
    for (int from = 0; from < zones.size(); from += Long.SIZE) {
      int count = Math.min(Long.SIZE, zones.size() - from);
      long beyond = test.beyond(lower, upper, from, -1L >>> (Long.SIZE - count));
      for (int i = 0; i < count; i++) {
        Zone zone = zones.get(from + i);
        if ((beyond >>> i & 1) == 0 && !areAllNull(zone)) {
          left.add(zone.rows().from(), zone.rows().end());
        }
      }
    }
    return left.build();
  }
}
