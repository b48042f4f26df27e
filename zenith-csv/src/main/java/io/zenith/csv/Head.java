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
      Window window = new Window(cursor, 0, text.size(), sizes.window());
      window.move(Window.BEGIN);
      int from = textStart(text, window);
      from = skipLines(window, from, options.skipped());
      if (!options.names().isEmpty()) {
        return new Head(options.names(), window.offset() + from);
      }
      RecordWalk walk = new RecordWalk(dialect);
      walk.begin(window.text(), from, window.to(), window.isLast());
      while (!next(walk, window, text)) {
        if (window.isLast()) {
          throw new MalformedDataException(
              text.file().file().toString(), "no record", "a header, or records without one");
        }
        window.move(from);
        from = Window.BEGIN;
        walk.begin(window.text(), from, window.to(), window.isLast());
      }
      if (options.hasHeader()) {
        String place = Lines.place(text, window.offset() + walk.from());
        return new Head(names(window.text(), walk, dialect, place), window.offset() + walk.end());
      }
      return new Head(
          IntStream.range(0, walk.fields()).mapToObj(i -> "f" + i).toList(),
          window.offset() + from);
    }
  }

  private static boolean next(RecordWalk walk, Window window, Text text) throws IOException {
    try {
      return walk.next();
    } catch (BadRecordException e) {
      throw new MalformedDataException(
          Lines.place(text, window.offset() + e.place()), e.found(), e.expected());
    }
  }

  /// The place behind a byte order mark.
  private static int textStart(Text text, Window window) {
    byte[] bytes = window.text();
    int count = window.to() - Window.BEGIN;
    if (count >= 2 && (begins(bytes, 0xff, 0xfe) || begins(bytes, 0xfe, 0xff))) {
      throw new UnsupportedDataException(
          text.file().file().toString(), "UTF-16 is not supported: convert the file to UTF-8");
    }
    return Window.BEGIN + (count >= 3 && begins(bytes, 0xef, 0xbb, 0xbf) ? 3 : 0);
  }

  private static boolean begins(byte[] bytes, int... with) {
    for (int i = 0; i < with.length; i++) {
      if (bytes[Window.BEGIN + i] != (byte) with[i]) {
        return false;
      }
    }
    return true;
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

  private static List<String> names(byte[] text, RecordWalk walk, Dialect dialect, String place) {
    List<String> names = new ArrayList<>();
    int from = walk.from();
    for (int i = 0; i < walk.fields(); i++) {
      names.add(Unquoted.text(text, from, walk.fieldEnd(i), dialect, place + ", header"));
      from = walk.fieldEnd(i) + 1;
    }
    return names;
  }
}
