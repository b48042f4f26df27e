package io.zenith.csv;

import io.zenith.error.MalformedDataException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// The text of single fields, without quotes, for names and messages.
final class Unquoted {
  private Unquoted() {}

  /// The text of a field.
  ///
  /// @throws MalformedDataException if it is not UTF-8
  static String text(byte[] text, int from, int to, Dialect dialect, String place) {
    byte[] bytes = bytes(text, from, to, dialect);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedDataException(place, "bytes that are not UTF-8", "UTF-8", e);
    }
  }

  private static byte[] bytes(byte[] text, int from, int to, Dialect dialect) {
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
    return bytes.toByteArray();
  }

  private static boolean isQuote(byte value, Dialect dialect) {
    return dialect.quote() != Dialect.NONE && value == (byte) dialect.quote();
  }
}
