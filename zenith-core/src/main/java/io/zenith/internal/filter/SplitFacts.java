package io.zenith.internal.filter;

import io.zenith.internal.pipeline.RowRanges;
import io.zenith.internal.rows.FileColumns;
import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DataSource;
import io.zenith.spi.Split;
import io.zenith.spi.Zones;
import java.io.IOException;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a file says about the values of one split, besides these values. It is asked only for what
/// someone wants to know, and once. For one thread.
final class SplitFacts {
  private final Split split;
  private final FileColumns columns;
  private final SegmentAllocator memory;

  /// The open file, if more may be read than the footer.
  private final @Nullable DataSource source;

  private final boolean isAskedForValues;
  private final Map<List<Integer>, List<ColumnZones>> known;

  private SplitFacts(
      Split split,
      FileColumns columns,
      SegmentAllocator memory,
      @Nullable DataSource source,
      boolean isAskedForValues,
      Map<List<Integer>, List<ColumnZones>> known) {
    this.split = split;
    this.columns = columns;
    this.memory = memory;
    this.source = source;
    this.isAskedForValues = isAskedForValues;
    this.known = known;
  }

  /// What is known without reading anything.
  ///
  /// @param columns those of a filter, in the file
  static SplitFacts ofFooter(Split split, FileColumns columns, SegmentAllocator memory) {
    return new SplitFacts(split, columns, memory, null, false, new HashMap<>());
  }

  /// All bounds.
  ///
  /// @param columns those of a filter, in the file
  static SplitFacts ofFile(
      DataSource source, Split split, FileColumns columns, SegmentAllocator memory) {
    return new SplitFacts(split, columns, memory, source, false, new HashMap<>());
  }

  /// The same, and what is known of single values.
  SplitFacts withValues() {
    return new SplitFacts(split, columns, memory, source, true, known);
  }

  /// The columns of a filter in the file.
  FileColumns columns() {
    return columns;
  }

  /// The bounds of a column, each for all of the split; the coarse ones first.
  ///
  /// @param asked the rows in question: if there are none, nothing is read
  List<ColumnZones> zones(FilterColumn.Stored column, RowRanges asked) throws IOException {
    if (asked.isEmpty()) {
      return List.of();
    }
    List<ColumnZones> zones = known.get(column.path());
    if (zones == null) {
      zones = new ArrayList<>();
      add(split.zones(column.path(), memory), column.type(), zones);
      if (source != null) {
        add(source.zones(split, column.path(), memory), column.type(), zones);
      }
      known.put(column.path(), zones);
    }
    return zones;
  }

  private void add(Optional<Zones> zones, DataType type, List<ColumnZones> all) {
    zones.ifPresent(found -> all.add(ColumnZones.of(found, type, split)));
  }

  /// Whether a column may hold one of the values that a predicate asks for; true if nobody knows.
  boolean mayHold(FilterColumn.Stored column, Predicate.OfValue predicate) throws IOException {
    if (source == null || !isAskedForValues) {
      return true;
    }
    Optional<ArrayData> values = SoughtValues.of(predicate, column.type(), memory);
    if (values.isEmpty()) {
      return true;
    }
    ArrayData sought = values.get();
    return sought.length() > 0 && !source.mayHold(split, column.path(), sought, memory).isEmpty();
  }
}
