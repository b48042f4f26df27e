package io.zenith.csv;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import java.nio.charset.StandardCharsets;

/// Says that a value is not of its column's type.
final class BadValue {
  /// Bytes of a value that are told.
  private static final int TOLD = 100;

  private BadValue() {}

  /// The error.
  ///
  /// @param place the file and the line
  /// @param offset of the text in the file
  static MalformedDataException of(
      String place, CsvColumn column, byte[] text, long offset, int from, int to) {
    String name = column.field().name();
    DataType type = column.field().type();
    int bad = column.isText() ? Utf8Check.firstBad(text, from, to) : -1;
    if (bad >= 0) {
      return NotUtf8.of(place + ", column " + name, offset + bad, text[bad]);
    }
    int told = Math.min(to - from, TOLD);
    String value = new String(text, from, told, StandardCharsets.UTF_8);
    String remedy =
        column.isGiven()
            ? ""
            : ", as records before have it: give the type by types (such as "
                + name
                + ":string), or infer it from more records";
    return new MalformedDataException(
        place + ", column " + name,
        "'" + value + (told < to - from ? "..." : "") + "'",
        type + remedy);
  }
}
