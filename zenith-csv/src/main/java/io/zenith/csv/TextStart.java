package io.zenith.csv;

import io.zenith.error.UnsupportedDataException;
import java.nio.charset.StandardCharsets;

/// What the first bytes of a file say about its encoding, or that it is no text at all.
final class TextStart {
  /// How many of them are looked at.
  static final int BYTES = 8;

  private TextStart() {}

  /// The place behind a byte order mark, or where the text begins.
  ///
  /// @param window at the beginning; it has fewer than [#BYTES] bytes only of a shorter file
  /// @throws UnsupportedDataException if the text is UTF-16, or the file one of Arrow or Parquet
  static int of(Window window, String file) {
    byte[] text = window.text();
    int from = Window.BEGIN;
    int count = window.to() - from;
    boolean isMarked = count >= 2 && (is(text, from, 0xff, 0xfe) || is(text, from, 0xfe, 0xff));
    if (isMarked || (count >= BYTES && (alternates(text, from, 0) || alternates(text, from, 1)))) {
      throw new UnsupportedDataException(
          file, "UTF-16 is not supported: convert the file to UTF-8");
    }
    if (count >= BYTES) {
      refuseOthers(text, from, file);
    }
    boolean isUtf8 = count >= 3 && is(text, from, 0xef, 0xbb) && text[from + 2] == (byte) 0xbf;
    return isUtf8 ? from + 3 : from;
  }

  /// Refuses what may lie beside text in a folder. Names of columns may begin as these files do,
  /// but nobody types what comes then: padding, and the header of a page.
  private static void refuseOthers(byte[] text, int from, String file) {
    String start = new String(text, from, BYTES, StandardCharsets.ISO_8859_1);
    boolean isArrow = start.equals("ARROW1\0\0");
    if (isArrow || start.startsWith("PAR1\25")) {
      throw new UnsupportedDataException(
          file,
          "found "
              + (isArrow ? "an Arrow" : "a Parquet")
              + " file, expected delimited text; files of one dataset have one format");
    }
  }

  private static boolean is(byte[] text, int from, int first, int second) {
    return text[from] == (byte) first && text[from + 1] == (byte) second;
  }

  /// Whether every other byte is zero, as where ASCII is written as UTF-16 without a mark.
  ///
  /// @param zero the first that should be
  private static boolean alternates(byte[] text, int from, int zero) {
    for (int i = 0; i < BYTES; i++) {
      if ((text[from + i] == 0) != ((i & 1) == zero)) {
        return false;
      }
    }
    return true;
  }
}
