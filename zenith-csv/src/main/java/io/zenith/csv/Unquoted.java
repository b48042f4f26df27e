package io.zenith.csv;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// The text of single fields, without quotes, for names and messages.
final class Unquoted {
  private Unquoted() {}

  /// The text of a field, which is UTF-8.
  static String text(byte[] text, int from, int to, Dialect dialect) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean isQuoted = to > from && isQuote(text[from], dialect);
    int at = isQuoted ? from + 1 : from;
    int end = isQuoted ? to - 1 : to;
    for (; at < end; at++) {
      bytes.write(text[at]);
      if (isQuoted && isQuote(text[at], dialect)) {
        at++;
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static boolean isQuote(byte value, Dialect dialect) {
    return dialect.quote() != Dialect.NONE && value == (byte) dialect.quote();
  }
}
