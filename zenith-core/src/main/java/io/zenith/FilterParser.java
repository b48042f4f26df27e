package io.zenith;

import io.zenith.internal.filter.FilterWords;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the text of a filter, by recursive descent. [FilterWords] cuts it.
///
/// ```
/// or      = and { "or" and }
/// and     = not { "and" not }
/// not     = "not" not | "(" or ")" | leaf
/// leaf    = column ( operator value | "is" [ "not" ] "null" | [ "not" ] asked )
/// asked   = "between" value "and" value | "in" "(" value { "," value } ")" | "startswith" value
/// ```
final class FilterParser {
  private final FilterWords words;
  private int levels;

  FilterParser(String text) {
    this.words = new FilterWords(text);
  }

  Filter parse() {
    Filter filter = or();
    if (!words.isAtEnd()) {
      throw words.expected("'and', 'or' or the end");
    }
    return filter;
  }

  private Filter or() {
    List<Filter> parts = new ArrayList<>(List.of(and()));
    while (words.skip("or")) {
      parts.add(and());
    }
    return Filter.or(parts.toArray(Filter[]::new));
  }

  private Filter and() {
    List<Filter> parts = new ArrayList<>(List.of(not()));
    while (words.skip("and")) {
      parts.add(not());
    }
    return Filter.and(parts.toArray(Filter[]::new));
  }

  /// What nests goes through here, so this is where the depth is bounded.
  private Filter not() {
    if (levels == Filter.MOST_LEVELS) {
      throw words.expected("at most " + Filter.MOST_LEVELS + " levels");
    }
    levels++;
    Filter filter;
    if (words.skip("not")) {
      filter = Filter.not(not());
    } else if (words.skip("(")) {
      filter = or();
      words.take(")");
    } else {
      filter = leaf();
    }
    levels--;
    return filter;
  }

  private Filter leaf() {
    String column = words.column();
    if (words.skip("is")) {
      boolean not = words.skip("not");
      words.take("null");
      return not ? Filter.isNotNull(column) : Filter.isNull(column);
    }
    if (words.skip("not")) {
      return Filter.not(asked(column, "'between', 'in' or 'startswith'"));
    }
    String operator = words.operator();
    return switch (operator) {
      case "=", "==" -> Filter.eq(column, words.value());
      case "!=", "<>" -> Filter.ne(column, words.value());
      case "<" -> Filter.lt(column, words.value());
      case "<=" -> Filter.le(column, words.value());
      case ">" -> Filter.gt(column, words.value());
      case ">=" -> Filter.ge(column, words.value());
      default -> asked(column, "an operator such as '=', 'in' or 'is null'");
    };
  }

  private Filter asked(String column, String expected) {
    if (words.skip("between")) {
      Object low = words.value();
      words.take("and");
      return Filter.between(column, low, words.value());
    }
    if (words.skip("in")) {
      words.take("(");
      List<@Nullable Object> values = new ArrayList<>();
      do {
        values.add(words.skip("null") ? null : words.value());
      } while (words.skip(","));
      words.take(")");
      return Filter.in(column, values.toArray());
    }
    if (words.skip("startswith")) {
      return Filter.startsWith(column, words.text());
    }
    throw words.expected(expected);
  }
}
