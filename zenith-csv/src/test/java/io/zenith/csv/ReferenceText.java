package io.zenith.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a text says by the rules, a character after the other: what the readers are compared with.
final class ReferenceText {
  private final String text;
  private final char delimiter;
  private final int quote;
  private final int comment;
  private int at;
  private int line = 1;

  /// A record, with what is in quotes.
  record Field(String value, boolean isQuoted) {}

  /// The fields of a record, and the line that it begins in.
  record Line(int number, List<Field> fields) {}

  /// What is wrong first, and the line that its record begins in.
  static final class Wrong extends Exception {
    private static final long serialVersionUID = 1;
    final int line;

    Wrong(int line) {
      this.line = line;
    }
  }

  private ReferenceText(String text, char delimiter, int quote, int comment) {
    this.text = text;
    this.delimiter = delimiter;
    this.quote = quote;
    this.comment = comment;
  }

  /// All records, up to one that is wrong.
  ///
  /// @param records where they go
  static void read(String text, Dialect dialect, List<Line> records) throws Wrong {
    new ReferenceText(text, (char) dialect.delimiter(), dialect.quote(), dialect.comment())
        .read(records);
  }

  private void read(List<Line> records) throws Wrong {
    while (at < text.length()) {
      if (isLineEnd()) {
        endLine();
      } else if (text.charAt(at) == comment) {
        while (at < text.length() && !isLineEnd()) {
          at++;
        }
      } else {
        records.add(record());
      }
    }
  }

  private Line record() throws Wrong {
    int begin = line;
    List<Field> fields = new ArrayList<>();
    fields.add(field(begin));
    while (at < text.length() && text.charAt(at) == delimiter) {
      at++;
      fields.add(field(begin));
    }
    if (at < text.length()) {
      endLine();
    }
    return new Line(begin, fields);
  }

  private Field field(int begin) throws Wrong {
    StringBuilder value = new StringBuilder();
    if (at == text.length() || text.charAt(at) != quote) {
      while (at < text.length() && text.charAt(at) != delimiter && !isLineEnd()) {
        value.append(text.charAt(at++));
      }
      return new Field(value.toString(), false);
    }
    at++;
    while (true) {
      if (at == text.length()) {
        throw new Wrong(begin);
      }
      char next = text.charAt(at);
      if (next != quote) {
        if (isLineEnd()) {
          value.append(endLine());
        } else {
          value.append(next);
          at++;
        }
      } else if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
        value.append(next);
        at += 2;
      } else {
        at++;
        break;
      }
    }
    if (at < text.length() && text.charAt(at) != delimiter && !isLineEnd()) {
      throw new Wrong(begin);
    }
    return new Field(value.toString(), true);
  }

  private boolean isLineEnd() {
    return text.charAt(at) == '\n' || text.charAt(at) == '\r';
  }

  private String endLine() {
    line++;
    if (text.startsWith("\r\n", at)) {
      at += 2;
      return "\r\n";
    }
    return String.valueOf(text.charAt(at++));
  }

  /// The values of a column of text, as far as records have it.
  static List<@Nullable String> column(List<Line> records, int column) {
    List<@Nullable String> values = new ArrayList<>();
    for (Line record : records) {
      Optional<Field> field =
          column < record.fields.size() ? Optional.of(record.fields.get(column)) : Optional.empty();
      values.add(
          field
              .filter(found -> found.isQuoted || !found.value.isEmpty())
              .map(Field::value)
              .orElse(null));
    }
    return values;
  }
}
