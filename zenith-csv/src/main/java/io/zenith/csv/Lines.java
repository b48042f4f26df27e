package io.zenith.csv;

import java.io.IOException;

/// Tells in which line of a file something is, as an editor counts them. Asked only for errors: it
/// reads all that comes before.
final class Lines {
  private static final int BUFFER = 1 << 16;

  private Lines() {}

  /// Names the file and the line of an offset; line ends at the offset come before it.
  static String place(Text text, long offset) throws IOException {
    long line = 1;
    boolean afterReturn = false;
    byte[] bytes = new byte[(int) Math.min(BUFFER, offset + 2)];
    try (Text.Cursor cursor = text.from(0)) {
      long at = 0;
      boolean isBefore = true;
      while (isBefore) {
        int read = cursor.read(bytes, 0, bytes.length);
        isBefore = read > 0;
        for (int i = 0; i < read && isBefore; i++, at++) {
          byte value = bytes[i];
          isBefore = at < offset || Dialect.endsLine(value);
          boolean isSecond = value == Dialect.LINE_FEED && afterReturn;
          line += Dialect.endsLine(value) && !isSecond ? 1 : 0;
          afterReturn = value == Dialect.RETURN;
        }
      }
    }
    return text.file().file() + ", line " + line;
  }
}
