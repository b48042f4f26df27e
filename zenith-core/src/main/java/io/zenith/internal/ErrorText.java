package io.zenith.internal;

/// Makes text that holds names and values from files fit for a message or a terminal.
public final class ErrorText {
  /// Long enough for any honest message; a hostile name cannot flood a log.
  public static final int LIMIT = 1024;

  private ErrorText() {}

  /// The text with control characters escaped, cut at 1 KB.
  public static String printable(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length() && out.length() < LIMIT; i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.length() < LIMIT ? out.toString() : out.substring(0, LIMIT - 3) + "...";
  }
}
