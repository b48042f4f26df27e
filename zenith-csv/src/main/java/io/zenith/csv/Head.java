package io.zenith.csv;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// What comes before the records.
///
/// @param names of the columns
/// @param end where the records begin
record Head(List<String> names, long end) {

  /// Reads it.
  ///
  /// @throws MalformedDataException if there is no record that could be the header
  /// @throws UnsupportedDataException if the text is not UTF-8
  static Head read(Text text, Dialect dialect, CsvOptions options, Sizes sizes) throws IOException {
    try (Text.Cursor cursor = text.from(0)) {
      Window window = new Window(cursor, 0, text.size(), Math.max(TextStart.BYTES, sizes.window()));
      window.move(Window.BEGIN);
      int from = TextStart.of(window, text.file().file().toString());
      from = skipLines(window, from, options.skipped());
      if (!options.names().isEmpty()) {
        return new Head(options.names(), window.offset() + from);
      }
      RecordWalk walk = new RecordWalk(dialect);
      try {
        first(walk, window, from, options.mostFieldBytes());
      } catch (BadRecordException e) {
        throw new MalformedDataException(
            Lines.place(text, window.offset() + e.place()), e.found(), e.expected());
      }
      if (walk.fields() == 0) {
        throw new MalformedDataException(
            text.file().file().toString(), "no record", "a header, or records without one");
      }
      if (options.hasHeader()) {
        return new Head(names(text, window, walk, dialect), window.offset() + walk.end());
      }
      return new Head(
          IntStream.range(0, walk.fields()).mapToObj(i -> "f" + i).toList(),
          window.offset() + walk.from());
    }
  }

  /// Goes to the first record, if there is one.
  private static void first(RecordWalk walk, Window window, int from, long mostFieldBytes)
      throws IOException {
    walk.begin(window.text(), from, window.to(), window.isLast());
    while (!walk.next() && !window.isLast()) {
      if (window.to() - walk.fieldFrom() > mostFieldBytes) {
        throw BadRecordException.ofLength(walk.end(), mostFieldBytes);
      }
      window.move(walk.end());
      walk.begin(window.text(), Window.BEGIN, window.to(), window.isLast());
    }
    for (int i = 0; i < walk.fields(); i++) {
      int begin = i == 0 ? walk.from() : walk.fieldEnd(i - 1) + 1;
      if (walk.fieldEnd(i) - begin > mostFieldBytes) {
        throw BadRecordException.ofLength(walk.from(), mostFieldBytes);
      }
    }
  }

  private static int skipLines(Window window, int from, int lines) throws IOException {
    int at = from;
    for (int i = 0; i < lines; i++) {
      while (true) {
        if (at == window.to()) {
          if (window.isLast()) {
            return at;
          }
          window.move(at);
          at = Window.BEGIN;
        }
        byte value = window.text()[at++];
        if (value == Dialect.LINE_FEED) {
          break;
        }
        if (value == Dialect.RETURN) {
          if (at == window.to() && !window.isLast()) {
            window.move(at);
            at = Window.BEGIN;
          }
          at += at < window.to() && window.text()[at] == Dialect.LINE_FEED ? 1 : 0;
          break;
        }
      }
    }
    return at;
  }

  private static List<String> names(Text text, Window window, RecordWalk walk, Dialect dialect)
      throws IOException {
    List<String> names = new ArrayList<>();
    byte[] bytes = window.text();
    int from = walk.from();
    for (int i = 0; i < walk.fields(); i++) {
      int to = walk.fieldEnd(i);
      int bad = Utf8Check.firstBad(bytes, from, to);
      if (bad >= 0) {
        String place = Lines.place(text, window.offset() + walk.from()) + ", header";
        throw NotUtf8.of(place, window.offset() + bad, bytes[bad]);
      }
      names.add(Unquoted.text(bytes, from, to, dialect));
      from = to + 1;
    }
    return names;
  }
}
