package io.zenith;

import io.zenith.internal.filter.BoundFilter;
import io.zenith.internal.filter.Literal;
import io.zenith.internal.filter.Operator;
import io.zenith.internal.filter.Predicate;
import io.zenith.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A predicate on stored columns: which rows of a dataset to keep.
///
/// A filter is an immutable value that knows no dataset: names and types are checked when it meets
/// one. A column is named as in the schema; `"a.b"` is the field `b` of the struct column `a`,
/// unless a column has that whole name.
///
/// **Null** is treated as in SQL: comparing it with anything is unknown, `not` unknown is unknown,
/// and only rows for which the filter is true are kept. So `not (x < 1)` drops the rows whose `x`
/// is null.
///
/// **Values** are numbers, strings, booleans, `byte[]` and java.time. Numbers compare exactly, an
/// `int64` with 1.5 too; against `float16`, `float32` and `float64` a number means the nearest
/// `double`, and the comparison is that of IEEE 754: -0.0 equals 0.0, and `NaN` equals nothing, so
/// that only [#ne] (and [#not]) is true of it. Text compares by its UTF-8 bytes. java.time values
/// stand for their ISO text, which is what date, time, timestamp and duration columns are compared
/// with: `2024-02-29`, `12:30`, `2024-02-29T12:30`, for a timestamp with a zone
/// `2024-02-29T12:30:00Z`, and `PT1.5S`. Of lists, structs, unions and intervals only nulls can be
/// asked.
///
/// Methods throw [IllegalArgumentException] for a value that no column can have.
public final class Filter {
  /// Levels that a recursion in any thread can go down.
  static final int MOST_LEVELS = 500;

  private final Predicate predicate;
  private final int levels;

  private Filter(Predicate predicate, int levels) {
    if (levels > MOST_LEVELS) {
      throw new IllegalArgumentException(
          "a filter of more than " + MOST_LEVELS + " levels of and, or and not");
    }
    this.predicate = predicate;
    this.levels = levels;
  }

  /// Values equal to `value`.
  public static Filter eq(String column, Object value) {
    return compare(column, Operator.EQ, value);
  }

  /// Values not equal to `value`.
  public static Filter ne(String column, Object value) {
    return not(eq(column, value));
  }

  /// Values below `value`.
  public static Filter lt(String column, Object value) {
    return compare(column, Operator.LT, value);
  }

  /// Values of at most `value`.
  public static Filter le(String column, Object value) {
    return compare(column, Operator.LE, value);
  }

  /// Values above `value`.
  public static Filter gt(String column, Object value) {
    return compare(column, Operator.GT, value);
  }

  /// Values of at least `value`.
  public static Filter ge(String column, Object value) {
    return compare(column, Operator.GE, value);
  }

  /// Values from `low` to `high`, both included.
  public static Filter between(String column, Object low, Object high) {
    return and(ge(column, low), le(column, high));
  }

  /// Values equal to one of `values`. With a null among them, what is equal to none of the others
  /// is unknown.
  ///
  /// @param values at least one
  @SuppressWarnings("exports") // who reads no annotations needs none
  public static Filter in(String column, @Nullable Object... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("'" + column + "' in no values; at least one");
    }
    List<Literal> literals =
        Stream.of(values).filter(value -> value != null).map(Literal::of).distinct().toList();
    boolean orNull = Stream.of(values).anyMatch(value -> value == null);
    return new Filter(new Predicate.In(column, literals, orNull), 1);
  }

  /// Rows whose value is null.
  public static Filter isNull(String column) {
    return new Filter(new Predicate.IsNull(column), 1);
  }

  /// Rows whose value is not null.
  public static Filter isNotNull(String column) {
    return not(isNull(column));
  }

  /// Text that begins with `prefix`.
  public static Filter startsWith(String column, String prefix) {
    return new Filter(new Predicate.StartsWith(column, new Literal.Text(prefix)), 1);
  }

  /// Rows for which all of the filters are true.
  ///
  /// @param filters at least one
  public static Filter and(Filter... filters) {
    return join(
        filters,
        part -> part instanceof Predicate.And(List<Predicate> parts) ? parts : List.of(part),
        Predicate.And::new);
  }

  /// Rows for which one of the filters is true.
  ///
  /// @param filters at least one
  public static Filter or(Filter... filters) {
    return join(
        filters,
        part -> part instanceof Predicate.Or(List<Predicate> parts) ? parts : List.of(part),
        Predicate.Or::new);
  }

  /// Rows for which the filter is false: not those for which it is unknown.
  public static Filter not(Filter filter) {
    return new Filter(new Predicate.Not(filter.predicate), filter.levels + 1);
  }

  /// Reads a filter from text, such as `label < 10 and name startswith 'a'`.
  ///
  /// Operators are `=` (or `==`), `!=` (or `<>`), `<`, `<=`, `>`, `>=`, `between ... and ...`, `in
  /// (...)`, `startswith`, `is null`, `is not null`, `not`, `and`, `or`, from the tightest to the
  /// loosest, and parentheses. Words may be in upper case. A column stands first: a bare name of
  /// letters, digits, `_` and points, or any name in double quotes. Values are numbers (also `nan`,
  /// `inf`, `-inf`), `'text'` with `''` for a quote, `true`, `false` and bytes as `x'00ff'`; dates
  /// and times are text.
  ///
  /// @throws IllegalArgumentException if the text is no filter; the message has one line that names
  ///   the position, counted from 1
  public static Filter parse(String text) {
    return new FilterParser(text).parse();
  }

  private static Filter compare(String column, Operator operator, Object value) {
    return new Filter(new Predicate.Compare(column, operator, Literal.of(value)), 1);
  }

  /// Joins parts of the same kind in one list, so that long chains are not deep.
  private static Filter join(
      Filter[] filters,
      Function<Predicate, List<Predicate>> parts,
      Function<List<Predicate>, Predicate> join) {
    if (filters.length == 0) {
      throw new IllegalArgumentException("no filters; at least one");
    }
    if (filters.length == 1) {
      return filters[0];
    }
    int levels = 0;
    List<Predicate> all = new ArrayList<>();
    for (Filter filter : filters) {
      List<Predicate> own = parts.apply(filter.predicate);
      all.addAll(own);
      boolean same = own.size() > 1;
      levels = Math.max(levels, same ? filter.levels : filter.levels + 1);
    }
    return new Filter(join.apply(List.copyOf(all)), levels);
  }

  /// Checks this filter against the columns of a dataset.
  ///
  /// @throws IllegalArgumentException if there is no such column, or if it cannot be compared so
  BoundFilter bind(Schema schema) {
    return BoundFilter.of(predicate, schema);
  }

  /// Whether both ask the same in the same words: numbers by value, java.time values as their text.
  @Override
  public boolean equals(Object other) {
    return other instanceof Filter filter && filter.predicate.equals(predicate);
  }

  @Override
  public int hashCode() {
    return predicate.hashCode();
  }

  /// The text from which [#parse] makes an equal filter.
  @Override
  public String toString() {
    return predicate.text();
  }
}
