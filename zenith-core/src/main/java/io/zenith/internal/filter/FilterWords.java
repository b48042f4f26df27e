package io.zenith.internal.filter;

import io.zenith.internal.ErrorText;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The words of the text of a filter, one after the other: names, values, symbols.
public final class FilterWords {
  /// Longer ones before those they begin with.
  private static final List<String> SYMBOLS =
      List.of("==", "!=", "<>", "<=", ">=", "=", "<", ">", "(", ")", ",");

  /// Longer ones would take long to read.
  private static final int LONGEST_NUMBER = 1_000;

  private static final String VALUE = "a value such as 1.5, 'text', true or x'00ff'";

  private enum Kind {
    BARE,
    QUOTED,
    TEXT,
    BYTES,
    NUMBER,
    SYMBOL,
    END
  }

  private final String text;

  /// The current word: what it is, where it begins and ends, and what stands between its quotes.
  private Kind kind = Kind.END;

  private int start;
  private int end;
  private String content = "";

  public FilterWords(String text) {
    this.text = text;
    advance();
  }

  public boolean isAtEnd() {
    return kind == Kind.END;
  }

  /// Goes on if the current word is this word, in any case, or this symbol.
  public boolean skip(String word) {
    boolean same = (kind == Kind.BARE || kind == Kind.SYMBOL) && content.equalsIgnoreCase(word);
    if (same) {
      advance();
    }
    return same;
  }

  /// Goes on if the current word is this one, which must be there.
  public void take(String word) {
    if (!skip(word)) {
      throw expected("'" + word + "'");
    }
  }

  /// The name of a column.
  public String column() {
    boolean word = kind == Kind.BARE && Predicate.isWord(content);
    if (kind != Kind.QUOTED && (kind != Kind.BARE || word)) {
      throw expected("the name of a column" + (word ? ", in double quotes if it is a word" : ""));
    }
    return next();
  }

  /// The symbol that stands here, or an empty text.
  public String operator() {
    return kind == Kind.SYMBOL && "=!<>".indexOf(content.charAt(0)) >= 0 ? next() : "";
  }

  /// A text.
  public String text() {
    if (kind != Kind.TEXT) {
      throw expected("a text such as 'abc'");
    }
    return (String) value();
  }

  /// A value, as Java has it.
  public Object value() {
    Object value =
        switch (kind) {
          case TEXT -> content;
          case BYTES -> bytes();
          case NUMBER -> number();
          case BARE -> named();
          case QUOTED, SYMBOL, END -> throw expected(VALUE);
        };
    try {
      Literal.of(value);
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage());
    }
    advance();
    return value;
  }

  private byte[] bytes() {
    boolean pairs = content.length() % 2 == 0 && content.chars().allMatch(HexFormat::isHexDigit);
    if (!pairs) {
      throw expected("pairs of hexadecimal digits");
    }
    return HexFormat.of().parseHex(content);
  }

  private Object number() {
    if (content.length() > LONGEST_NUMBER) {
      throw expected("a number of at most " + LONGEST_NUMBER + " characters");
    }
    if (content.equalsIgnoreCase("-inf")) {
      return Double.NEGATIVE_INFINITY;
    }
    try {
      return new BigDecimal(content);
    } catch (NumberFormatException _) {
      throw expected("a number");
    }
  }

  private Object named() {
    return switch (content.toLowerCase(java.util.Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "null" -> throw expected(VALUE + "; nulls are found by 'is null'");
      default -> throw expected(VALUE);
    };
  }

  private String next() {
    String current = content;
    advance();
    return current;
  }

  private void advance() {
    start = end;
    while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    end = start;
    if (start == text.length()) {
      kind = Kind.END;
      return;
    }
    int first = text.codePointAt(start);
    if (first == '\'' || first == '"') {
      kind = first == '"' ? Kind.QUOTED : Kind.TEXT;
      quoted(start);
    } else if ((first == 'x' || first == 'X') && text.startsWith("'", start + 1)) {
      kind = Kind.BYTES;
      quoted(start + 1);
    } else if (Predicate.isNameStart(first)) {
      kind = Kind.BARE;
      while (end < text.length() && Predicate.isNamePart(text.codePointAt(end))) {
        end += Character.charCount(text.codePointAt(end));
      }
      content = text.substring(start, end);
    } else if (isNumberStart(first)) {
      kind = Kind.NUMBER;
      digits();
    } else {
      kind = Kind.SYMBOL;
      symbol();
    }
  }

  private static boolean isNumberStart(int letter) {
    return (letter >= '0' && letter <= '9') || letter == '-' || letter == '+' || letter == '.';
  }

  /// As far as it looks like a number: letters too, so that `12abc` is one wrong word.
  private void digits() {
    end++;
    while (end < text.length()
        && (Predicate.isNamePart(text.charAt(end)) || isSignOfExponent(end))) {
      end++;
    }
    content = text.substring(start, end);
  }

  private boolean isSignOfExponent(int at) {
    char sign = text.charAt(at);
    char before = text.charAt(at - 1);
    return (sign == '-' || sign == '+') && (before == 'e' || before == 'E');
  }

  private void symbol() {
    for (String symbol : SYMBOLS) {
      if (text.startsWith(symbol, start)) {
        end = start + symbol.length();
        content = symbol;
        return;
      }
    }
    end = start + Character.charCount(text.codePointAt(start));
    content = text.substring(start, end);
    throw expected("a name, a value or an operator");
  }

  /// From one quote to the next; two stand for one inside.
  private void quoted(int quote) {
    char mark = text.charAt(quote);
    StringBuilder inside = new StringBuilder();
    int at = quote + 1;
    while (true) {
      int close = text.indexOf(mark, at);
      if (close < 0) {
        end = text.length();
        throw expected("a " + mark + " at the end of what begins here");
      }
      inside.append(text, at, close);
      at = close + 2;
      if (!text.startsWith(String.valueOf(mark), close + 1)) {
        end = close + 1;
        content = inside.toString();
        return;
      }
      inside.append(mark);
    }
  }

  /// The error of finding something else at the current word.
  public IllegalArgumentException expected(String what) {
    String found = kind == Kind.END ? "the end" : text.substring(start, end);
    String shown = found.length() > 40 ? found.substring(0, 40) + "..." : found;
    return refused("found " + shown + ", expected " + what);
  }

  private IllegalArgumentException refused(@Nullable String why) {
    return new IllegalArgumentException(
        ErrorText.printable("filter, position " + (start + 1) + ": " + why));
  }
}
