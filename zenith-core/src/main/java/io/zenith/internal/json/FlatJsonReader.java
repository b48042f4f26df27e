package io.zenith.internal.json;

import io.zenith.error.MalformedDataException;

/// Parses one JSON object of strings and 64-bit integers, and nothing else: what is nested, a
/// number that is no such integer, `true`, `false`, `null`, or a name that comes twice is refused.
///
/// Its text is as hostile as the file it comes from; whoever read that has bounded its length.
final class FlatJsonReader {
  private static final String DIGITS = "0123456789";
  private static final int SHOWN = 20;
  private static final int HEX = 16;

  private final String text;
  private final String where;
  private int at;

  FlatJsonReader(String text, String where) {
    this.text = text;
    this.where = where;
  }

  /// Reads all fields into an object.
  void read(FlatJson into) {
    expect('{');
    if (next() != '}') {
      field(into);
      while (next() == ',') {
        at++;
        field(into);
      }
    }
    expect('}');
    next();
    if (at < text.length()) {
      throw malformed("the end of the text");
    }
  }

  private void field(FlatJson into) {
    next();
    int start = at;
    String name = string("a name");
    if (into.has(name)) {
      at = start;
      throw malformed("each name once");
    }
    expect(':');
    if (next() == '"') {
      into.put(name, string("a string"));
    } else {
      into.put(name, integer());
    }
  }

  /// Skips blanks.
  ///
  /// @return the character there; 0, which JSON has not, at the end
  private char next() {
    while (" \t\r\n".indexOf(peek()) >= 0) {
      at++;
    }
    return peek();
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void expect(char expected) {
    if (next() != expected) {
      throw malformed("'" + expected + "'");
    }
    at++;
  }

  private long integer() {
    int start = at;
    if (peek() == '-') {
      at++;
    }
    while (DIGITS.indexOf(peek()) >= 0) {
      at++;
    }
    String digits = text.substring(start, at);
    try {
      long number = Long.parseLong(digits);
      if (String.valueOf(number).equals(digits)) {
        return number;
      }
    } catch (NumberFormatException _) {
      // the same error
    }
    at = start;
    throw malformed("a string or an integer of 64 bits");
  }

  private String string(String what) {
    if (peek() != '"') {
      throw malformed(what);
    }
    at++;
    StringBuilder out = new StringBuilder();
    for (char c = peek(); c != '"'; c = peek()) {
      if (c < ' ') {
        throw malformed("'\"', or a character that is no control character");
      }
      at++;
      out.append(c == '\\' ? escape() : c);
    }
    at++;
    return out.toString();
  }

  private char escape() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> {
        at -= 2;
        throw malformed("an escape of JSON");
      }
    };
  }

  private char unicode() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = peek() < 128 ? Character.digit(peek(), HEX) : -1;
      if (digit < 0) {
        throw malformed("4 hexadecimal digits");
      }
      value = value * HEX + digit;
      at++;
    }
    return (char) value;
  }

  private MalformedDataException malformed(String expected) {
    String found =
        at < text.length()
            ? "'" + text.substring(at, Math.min(at + SHOWN, text.length())) + "'"
            : "the end";
    return new MalformedDataException(where + ", character " + at, found, expected);
  }
}
