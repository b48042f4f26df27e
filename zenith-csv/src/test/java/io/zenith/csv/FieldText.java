package io.zenith.csv;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/// A field as parsers get it: among bytes that are there to mislead whoever looks at them, and with
/// no more behind it than is promised.
final class FieldText {
  private static final byte[] AROUND =
      "0059.eE-+:TZ \0\u00ff".getBytes(StandardCharsets.ISO_8859_1);
  private static final int BEFORE = 9;

  /// What makes a value of a field.
  @FunctionalInterface
  interface Parser {
    long value(byte[] text, int from, int to);
  }

  /// What says whether a field has a value, and keeps it.
  @FunctionalInterface
  interface Reader {
    boolean read(byte[] text, int from, int to);
  }

  private final byte[] text;
  private final int length;

  private FieldText(byte[] text, int length) {
    this.text = text;
    this.length = length;
  }

  static FieldText of(String value, SplittableRandom random) {
    byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
    byte[] text = new byte[BEFORE + bytes.length + Words.SLACK];
    Arrays.fill(text, AROUND[random.nextInt(AROUND.length)]);
    System.arraycopy(bytes, 0, text, BEFORE, bytes.length);
    return new FieldText(text, bytes.length);
  }

  long value(Parser parser) {
    return parser.value(text, BEFORE, BEFORE + length);
  }

  boolean isRead(Reader reader) {
    return reader.read(text, BEFORE, BEFORE + length);
  }

  /// A text with some characters put in, left out or replaced, mostly by some that it may have.
  static String mutated(String text, String characters, SplittableRandom random) {
    StringBuilder changed = new StringBuilder(text);
    for (int i = random.nextInt(1, 3); i > 0; i--) {
      int place = random.nextInt(changed.length() + 1);
      int end = Math.min(place + random.nextInt(2), changed.length());
      char character =
          random.nextInt(8) == 0
              ? (char) random.nextInt(256)
              : characters.charAt(random.nextInt(characters.length()));
      changed.replace(place, end, random.nextInt(4) == 0 ? "" : String.valueOf(character));
    }
    return changed.toString();
  }

  /// So many digits.
  static String digits(int count, SplittableRandom random) {
    byte[] digits = new byte[count];
    for (int i = 0; i < count; i++) {
      digits[i] = (byte) random.nextInt('0', '9' + 1);
    }
    return new String(digits, StandardCharsets.US_ASCII);
  }
}
