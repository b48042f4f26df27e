package io.zenith.csv;

import io.zenith.error.MalformedDataException;
import java.io.IOException;

/// Reads the records of a part of a text, many at a time. For one thread.
final class RecordReader implements AutoCloseable {
  private final Text text;
  private final Text.Cursor cursor;
  private final Window window;
  private final FieldScan scan;

  /// @param from where a record begins, or what may be before one
  /// @param end where the last record ends
  /// @param columns whose fields can be asked for
  RecordReader(Text text, Layout layout, long from, long end, int... columns) throws IOException {
    this.text = text;
    this.cursor = text.from(from);
    this.window = new Window(cursor, from, end, layout.sizes().window());
    this.scan = new FieldScan(layout, columns);
  }

  /// Goes on to more records.
  ///
  /// @return false if there are none
  /// @throws MalformedDataException if a record has another number of fields, or stray quotes
  boolean next() throws IOException {
    do {
      if (window.isLast() && scan.end() == window.to()) {
        return false;
      }
      try {
        window.move(scan.end());
        scan.scan(window.text(), Window.BEGIN, window.to(), window.isLast());
      } catch (BadRecordException e) {
        throw new MalformedDataException(place(e.place()), e.found(), e.expected());
      }
    } while (scan.records() == 0);
    return true;
  }

  /// The records.
  FieldScan scan() {
    return scan;
  }

  /// Where what was scanned begins in the text.
  long offset() {
    return window.offset();
  }

  /// The file, and the line of a place in what was scanned.
  String place(int at) throws IOException {
    return Lines.place(text, window.offset() + at);
  }

  @Override
  public void close() throws IOException {
    cursor.close();
  }
}
