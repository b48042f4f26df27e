package io.zenith;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.util.List;
import java.util.stream.Stream;

/// A filter whose columns and types are checked against a schema, and which finds the rows to keep.
///
/// Only true rows are kept, so negations are moved to the leaves, which De Morgan's laws allow also
/// where a truth may be unknown: then a row is kept by `and` if all parts keep it, and by `or` if
/// one does, and nobody has to know which of the others are unknown and which are false.
///
/// Immutable, and may be used by any number of threads.
final class BoundFilter {
  private static final RowMatcher NONE = (_, _) -> 0;
  private static final RowMatcher ALL = (_, rows) -> rows;

  private final Plan plan;
  private final List<Integer> columns;

  /// A filter that knows its columns, and not yet a record batch.
  @FunctionalInterface
  private interface Plan {
    RowMatcher on(Chunk chunk);
  }

  private BoundFilter(Plan plan, List<Integer> columns) {
    this.plan = plan;
    this.columns = columns;
  }

  /// Checks a filter.
  ///
  /// @param schema the columns of the dataset
  /// @throws IllegalArgumentException if there is no such column, or if it cannot be compared so
  static BoundFilter of(Filter filter, Schema schema) {
    SchemaIndex index = new SchemaIndex(schema);
    List<Integer> columns =
        filter.columns().stream()
            .map(name -> FilterColumn.find(index, name).place())
            .distinct()
            .sorted()
            .toList();
    return new BoundFilter(plan(filter.predicate, false, index), columns);
  }

  private static Plan plan(Predicate predicate, boolean negated, SchemaIndex index) {
    return switch (predicate) {
      case Predicate.Not(Predicate part) -> plan(part, !negated, index);
      case Predicate.And(List<Predicate> parts) -> join(parts, negated, !negated, index);
      case Predicate.Or(List<Predicate> parts) -> join(parts, negated, negated, index);
      case Predicate.Leaf leaf -> leaf(leaf, negated, FilterColumn.find(index, leaf.column()));
    };
  }

  private static Plan join(List<Predicate> parts, boolean negated, boolean all, SchemaIndex index) {
    List<Plan> plans = parts.stream().map(part -> plan(part, negated, index)).toList();
    return chunk -> {
      RowMatcher[] tests = plans.stream().map(plan -> plan.on(chunk)).toArray(RowMatcher[]::new);
      return all ? all(tests) : any(tests);
    };
  }

  private static RowMatcher all(RowMatcher... tests) {
    return (from, rows) -> {
      long kept = rows;
      for (int i = 0; i < tests.length && kept != 0; i++) {
        kept = tests[i].keep(from, kept);
      }
      return kept;
    };
  }

  private static RowMatcher any(RowMatcher... tests) {
    return (from, rows) -> {
      long left = rows;
      for (int i = 0; i < tests.length && left != 0; i++) {
        left &= ~tests[i].keep(from, left);
      }
      return rows & ~left;
    };
  }

  private static Plan leaf(Predicate.Leaf leaf, boolean negated, FilterColumn column) {
    return switch (leaf) {
      case Predicate.IsNull _ ->
          chunk ->
              column.test(chunk, negated ? NONE : ALL, nodes -> new NullMatcher(nodes, negated));
      case Predicate.OfValue predicate -> ofValue(predicate, negated, column);
    };
  }

  /// The values of a file may be of a narrower type than those of the dataset.
  private static Plan ofValue(Predicate.OfValue predicate, boolean negated, FilterColumn column) {
    DataType type = column.type();
    ValueMatchers tests = new ValueMatchers(predicate.column(), type);
    Predicate.OfValue asked = isFloating(type) ? predicate.rounded() : predicate;
    ValueMatcher test = tests.of(asked, type);
    if (negated && predicate instanceof Predicate.In in && in.orNull()) {
      return _ -> NONE;
    }
    return chunk ->
        column.test(
            chunk,
            NONE,
            nodes -> {
              DataType stored = nodes[nodes.length - 1].field.type();
              boolean same = stored.equals(type);
              return new ColumnMatcher(nodes, same ? test : tests.of(asked, stored), negated);
            });
  }

  private static boolean isFloating(DataType type) {
    return switch (type) {
      case DataType.FloatingPoint _ -> true;
      case DataType.Dictionary dictionary -> isFloating(dictionary.value());
      case DataType.RunEndEncoded(_, Field values) -> isFloating(values.type());
      default -> false;
    };
  }

  private static String where(Chunk chunk) {
    return chunk.nodes().length == 0 ? "a record batch" : chunk.nodes()[0].where();
  }

  /// The columns that are read, as places in the schema, in their order.
  List<Integer> columns() {
    return columns;
  }

  /// These columns, and behind them those that are read besides.
  List<Integer> besides(List<Integer> selected) {
    return Stream.concat(selected.stream(), columns.stream()).distinct().toList();
  }

  /// Whether a file may have rows that are kept, by what is known of it before it is read.
  boolean mayKeep(FileColumns columns) {
    return plan.on(Chunk.unread(columns)).keep(0, 1) != 0;
  }

  /// The rows of a record batch that are kept, counted from its first one.
  ///
  /// @throws io.zenith.error.MalformedDataException if a column that is asked is corrupt
  /// @throws io.zenith.error.UnsupportedDataException if there are more than 2^32 rows
  Selection evaluate(Chunk chunk) {
    Selection.Builder selection = new Selection.Builder();
    evaluate(chunk, selection);
    return selection.build();
  }

  /// Adds the rows of a record batch that are kept to those of the record batches before.
  ///
  /// @param chunk has the columns of [#columns()], and perhaps others, in any order
  void evaluate(Chunk chunk, Selection.Builder selection) {
    long rows = chunk.end() - chunk.from();
    if (rows > 0) {
      selection.add(plan.on(chunk), chunk.from(), rows, where(chunk));
    }
  }
}
