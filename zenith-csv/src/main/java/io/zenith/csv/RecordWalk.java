package io.zenith.csv;

import java.util.Arrays;

/// Goes through the records of a text byte by byte, whatever they look like.
final class RecordWalk {
  private final Dialect dialect;
  private byte[] text = {};
  private int at;
  private int to;
  private boolean isLast;
  private int from;
  private int fieldFrom;
  private int end;
  private int fields;
  private int[] ends = new int[64];

  RecordWalk(Dialect dialect) {
    this.dialect = dialect;
  }

  /// Begins where a record begins, or line ends or comments before one.
  ///
  /// @param isLast whether the text ends at `to`, so that its last record needs no line end
  void begin(byte[] text, int from, int to, boolean isLast) {
    this.text = text;
    this.at = from;
    this.end = from;
    this.fieldFrom = to;
    this.to = to;
    this.isLast = isLast;
  }

  /// Finds the next record.
  ///
  /// @return whether there is one that ends
  /// @throws BadRecordException if there is text behind a closing quote, or no closing quote
  boolean next() {
    fieldFrom = to;
    if (!skipLines()) {
      end = isLast ? to : end;
      return false;
    }
    from = at;
    fields = 0;
    while (true) {
      fieldFrom = at;
      if (!skipField()) {
        return false;
      }
      if (fields == ends.length) {
        ends = Arrays.copyOf(ends, 2 * fields);
      }
      ends[fields++] = at;
      if (at == to || text[at] != dialect.delimiter()) {
        end = Math.min(at + 1, to);
        at = end;
        return true;
      }
      at++;
    }
  }

  /// Skips blank lines and comments.
  ///
  /// @return whether a record begins
  private boolean skipLines() {
    while (at < to) {
      if (Dialect.endsLine(text[at])) {
        at++;
        end = at;
      } else if (dialect.comment() != Dialect.NONE && text[at] == (byte) dialect.comment()) {
        while (at < to && !Dialect.endsLine(text[at])) {
          at++;
        }
        if (at == to) {
          return false;
        }
      } else {
        return true;
      }
    }
    return false;
  }

  /// Goes to the end of a field.
  ///
  /// @return false if the text does not have it
  private boolean skipField() {
    if (at < to && isQuote(at)) {
      at++;
      while (true) {
        while (at < to && !isQuote(at)) {
          at++;
        }
        if (at == to) {
          if (isLast) {
            throw new BadRecordException(from, "a quote that is never closed", "its end");
          }
          return false;
        }
        at++;
        if (at == to || !isQuote(at)) {
          break;
        }
        at++;
      }
      if (at < to && text[at] != dialect.delimiter() && !Dialect.endsLine(text[at])) {
        throw new BadRecordException(
            from, "text behind a closing quote", "a delimiter or the end of the line");
      }
    } else {
      while (at < to && text[at] != dialect.delimiter() && !Dialect.endsLine(text[at])) {
        at++;
      }
    }
    return at < to || isLast;
  }

  private boolean isQuote(int place) {
    return dialect.quote() != Dialect.NONE && text[place] == (byte) dialect.quote();
  }

  /// Where the record begins.
  int from() {
    return from;
  }

  /// The place behind its line end, of which a return before a line feed counts as one.
  int end() {
    return end;
  }

  /// Where the field begins that was begun last; the end of the text if there is none.
  int fieldFrom() {
    return fieldFrom;
  }

  /// How many fields it has.
  int fields() {
    return fields;
  }

  /// The place behind a field.
  int fieldEnd(int field) {
    return ends[field];
  }
}
