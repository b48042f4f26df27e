package io.zenith.internal.filter;

import io.zenith.internal.layout.Node;
import io.zenith.internal.pipeline.RowRanges;
import io.zenith.internal.rows.Chunk;
import io.zenith.schema.DataType;
import java.io.IOException;
import java.util.Optional;

/// Asks something of the values of a column that are not null.
///
/// The values of a file may be of a narrower type than those of the dataset.
final class BoundValues implements BoundPart {
  private final FilterColumn column;
  private final Predicate.OfValue predicate;
  private final boolean negated;
  private final ValueMatchers tests;
  private final ValueMatcher test;
  private final ZoneMatcher zoneMatcher;

  /// Checks what is asked.
  ///
  /// @param negated whether those are kept for which it is false
  /// @throws IllegalArgumentException if the column cannot be compared so
  BoundValues(FilterColumn column, Predicate.OfValue predicate, boolean negated) {
    DataType type = column.type();
    this.column = column;
    this.tests = new ValueMatchers(predicate.column(), type);
    this.predicate = isFloating(type) ? predicate.rounded() : predicate;
    this.negated = negated;
    this.test = tests.of(this.predicate, type);
    this.zoneMatcher = ZoneMatcher.of(tests, this.predicate, negated, FilterColumn.valueType(type));
  }

  private static boolean isFloating(DataType type) {
    return FilterColumn.valueType(type) instanceof DataType.FloatingPoint;
  }

  /// Whether it can never be true: nothing is surely different from null.
  private boolean isNever() {
    return negated && predicate instanceof Predicate.In in && in.orNull();
  }

  @Override
  public RowMatcher on(Chunk chunk) {
    return isNever() ? NONE : column.test(chunk, NONE, this::matcher);
  }

  private RowMatcher matcher(Node... nodes) {
    DataType stored = nodes[nodes.length - 1].field.type();
    boolean same = stored.equals(column.type());
    return new ColumnMatcher(nodes, same ? test : tests.of(predicate, stored), negated);
  }

  @Override
  public RowRanges within(RowRanges asked, SplitFacts facts) throws IOException {
    Optional<FilterColumn.Stored> found = column.in(facts.columns());
    if (found.isEmpty() || isNever()) {
      return ofOneValue(asked, facts);
    }
    FilterColumn.Stored stored = found.get();
    ZoneMatcher bounds =
        stored.type().equals(FilterColumn.valueType(column.type()))
            ? zoneMatcher
            : ZoneMatcher.of(tests, predicate, negated, stored.type());
    RowRanges left = asked;
    for (ColumnZones zones : facts.zones(stored, left)) {
      left = left.and(zones.without(bounds));
    }
    return left.isEmpty() || negated || facts.mayHold(stored, predicate) ? left : RowRanges.none();
  }
}
