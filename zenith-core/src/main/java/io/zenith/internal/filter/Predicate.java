package io.zenith.internal.filter;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a [Filter][io.zenith.Filter] asks, as a tree.
public sealed interface Predicate {
  /// Words of the language, which name a column in quotes only.
  Set<String> WORDS =
      Set.of("and", "or", "not", "between", "in", "is", "null", "startswith", "true", "false");

  /// Asks something of the values of one column.
  sealed interface Leaf extends Predicate permits IsNull, OfValue {
    /// The name of the column, or the path to a field in it.
    String column();
  }

  /// Asks something of the values that are not null, and is unknown for the others.
  sealed interface OfValue extends Leaf permits Compare, In, StartsWith {
    /// The same for columns of floating point: numbers are the nearest `double`.
    default OfValue rounded() {
      return switch (this) {
        case Compare(String column, Operator operator, Literal value) ->
            new Compare(column, operator, value.rounded());
        case In(String column, List<Literal> values, boolean orNull) ->
            new In(column, values.stream().map(Literal::rounded).toList(), orNull);
        case StartsWith other -> other;
      };
    }
  }

  /// Compares with one value.
  record Compare(String column, Operator operator, Literal value) implements OfValue {}

  /// Compares with several values.
  ///
  /// @param orNull whether null is one of them
  record In(String column, List<Literal> values, boolean orNull) implements OfValue {}

  /// Asks for text that begins so.
  record StartsWith(String column, Literal.Text prefix) implements OfValue {}

  /// Asks for nulls.
  record IsNull(String column) implements Leaf {}

  /// True if all are.
  record And(List<Predicate> parts) implements Predicate {}

  /// True if one is.
  record Or(List<Predicate> parts) implements Predicate {}

  /// True if the other is false.
  record Not(Predicate part) implements Predicate {}

  /// The columns of all leaves.
  default Stream<String> columns() {
    return switch (this) {
      case Leaf leaf -> Stream.of(leaf.column());
      case And(List<Predicate> parts) -> parts.stream().flatMap(Predicate::columns);
      case Or(List<Predicate> parts) -> parts.stream().flatMap(Predicate::columns);
      case Not(Predicate part) -> part.columns();
    };
  }

  /// The text that a [FilterParser][io.zenith.FilterParser] reads.
  default String text() {
    return switch (this) {
      case Compare(String column, Operator operator, Literal value) ->
          name(column) + " " + operator.text + " " + value.text();
      case In in -> name(in.column) + " in " + values(in);
      case StartsWith(String column, Literal prefix) ->
          name(column) + " startswith " + prefix.text();
      case IsNull(String column) -> name(column) + " is null";
      case And(List<Predicate> parts) -> join(parts, " and ");
      case Or(List<Predicate> parts) -> join(parts, " or ");
      case Not(IsNull(String column)) -> name(column) + " is not null";
      case Not(Compare(String column, Operator operator, Literal value))
          when operator == Operator.EQ ->
          name(column) + " != " + value.text();
      case Not(In in) -> name(in.column) + " not in " + values(in);
      case Not(Predicate part) -> "not " + (isJoined(part) ? enclosed(part) : part.text());
    };
  }

  private static String join(List<Predicate> parts, String word) {
    return parts.stream()
        .map(part -> isJoined(part) ? enclosed(part) : part.text())
        .collect(Collectors.joining(word));
  }

  private static boolean isJoined(Predicate part) {
    return part instanceof And || part instanceof Or;
  }

  private static String enclosed(Predicate part) {
    return "(" + part.text() + ")";
  }

  private static String values(In in) {
    Stream<String> known = in.values.stream().map(Literal::text);
    return Stream.concat(known, in.orNull ? Stream.of("null") : Stream.of())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String name(String column) {
    boolean bare =
        !column.isEmpty()
            && isNameStart(column.codePointAt(0))
            && column.codePoints().allMatch(Predicate::isNamePart)
            && !isWord(column);
    return bare ? column : '"' + column.replace("\"", "\"\"") + '"';
  }

  /// Whether this is a word of the language.
  static boolean isWord(String name) {
    return WORDS.contains(name.toLowerCase(Locale.ROOT));
  }

  /// Whether a bare name may begin so.
  static boolean isNameStart(int letter) {
    return Character.isLetter(letter) || letter == '_';
  }

  /// Whether a bare name may go on so.
  static boolean isNamePart(int letter) {
    return Character.isLetterOrDigit(letter) || letter == '_' || letter == '.';
  }
}
