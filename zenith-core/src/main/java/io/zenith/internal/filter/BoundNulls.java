package io.zenith.internal.filter;

import io.zenith.internal.pipeline.RowRanges;
import io.zenith.internal.rows.Chunk;
import io.zenith.spi.Zones.Zone;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;

/// Asks for nulls of a column, or for the rows where it is not null.
///
/// @param negated whether those are kept that are not null
record BoundNulls(FilterColumn column, boolean negated) implements BoundPart {
  @Override
  public RowMatcher on(Chunk chunk) {
    return column.test(chunk, negated ? NONE : ALL, nodes -> new NullMatcher(nodes, negated));
  }

  @Override
  public RowRanges within(RowRanges asked, SplitFacts facts) throws IOException {
    Optional<FilterColumn.Stored> stored = column.in(facts.columns());
    if (stored.isEmpty()) {
      return ofOneValue(asked, facts);
    }
    Predicate<Zone> isOut = negated ? ColumnZones::areAllNull : zone -> zone.nulls() == 0;
    RowRanges left = asked;
    for (ColumnZones zones : facts.zones(stored.get(), left)) {
      left = left.and(zones.without(isOut));
    }
    return left;
  }
}
