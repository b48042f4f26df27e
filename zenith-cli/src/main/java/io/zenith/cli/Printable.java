package io.zenith.cli;

/// Makes text that comes from files fit for a terminal: no character of it controls anything.
final class Printable {
  private Printable() {}

  /// The text with control and formatting characters escaped: one line, whatever stood there.
  static String of(String text) {
    int clean = 0;
    while (clean < text.length() && !isHarmful(text.codePointAt(clean))) {
      clean += Character.charCount(text.codePointAt(clean));
    }
    if (clean == text.length()) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, clean);
    text.substring(clean).codePoints().forEach(character -> append(out, character));
    return out.toString();
  }

  /// As [#of], cut to a width, with `...` at the end if it was cut.
  static String cut(String text, int width) {
    String printable = of(text);
    if (width(printable) <= width) {
      return printable;
    }
    StringBuilder out = new StringBuilder();
    int used = 0;
    for (int at = 0; at < printable.length(); ) {
      int character = printable.codePointAt(at);
      used += width(character);
      if (used > width - 3) {
        break;
      }
      out.appendCodePoint(character);
      at += Character.charCount(character);
    }
    return out.append("...").toString();
  }

  /// How many cells of a terminal a printable text takes.
  static int width(String text) {
    return text.codePoints().map(Printable::width).sum();
  }

  private static int width(int character) {
    if (character < 0x300) {
      return 1;
    }
    int type = Character.getType(character);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean wide =
        Character.isIdeographic(character)
            || Character.isEmojiPresentation(character)
            || (character >= 0x1100 && character <= 0x115F) // Hangul Jamo
            || (character >= 0x2E80 && character <= 0x303E) // CJK radicals and punctuation
            || (character >= 0x3041 && character <= 0x33FF) // Kana and CJK letters
            || (character >= 0xAC00 && character <= 0xD7A3) // Hangul
            || (character >= 0xFF00 && character <= 0xFF60); // full-width forms
    return wide ? 2 : 1;
  }

  private static void append(StringBuilder out, int character) {
    switch (character) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (!isHarmful(character)) {
          out.appendCodePoint(character);
        } else if (character <= 0xFFFF) {
          out.append(String.format("\\u%04x", character));
        } else {
          out.append(String.format("\\U%08x", character));
        }
      }
    }
  }

  private static boolean isHarmful(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
