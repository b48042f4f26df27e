package io.zenith.internal;

import java.util.Locale;

/// Sizes as people write them: `2 GiB`, `512MiB`, `1.5 GB`, `4096`.
public final class ByteSize {
  private static final String UNITS = "KMGT";

  private ByteSize() {}

  /// The number of bytes.
  ///
  /// @throws IllegalArgumentException if the text is no size
  public static long parse(String text) {
    String size = text.strip();
    int end = 0;
    while (end < size.length()
        && (Character.isDigit(size.charAt(end)) || size.charAt(end) == '.')) {
      end++;
    }
    try {
      double bytes =
          Double.parseDouble(size.substring(0, end)) * factor(size.substring(end).strip());
      if (bytes >= 1 && bytes <= Long.MAX_VALUE) {
        return (long) bytes;
      }
    } catch (NumberFormatException _) {
      // said below
    }
    throw new IllegalArgumentException("'" + text + "' is no size; write 2 GiB, 512 MiB or bytes");
  }

  private static double factor(String unit) {
    if (unit.isEmpty() || unit.equals("B")) {
      return 1;
    }
    int power = UNITS.indexOf(unit.charAt(0)) + 1;
    String rest = unit.substring(1);
    if (power > 0 && (rest.equals("iB") || rest.equals("B"))) {
      return Math.pow(rest.equals("iB") ? 1024 : 1000, power);
    }
    throw new NumberFormatException(unit);
  }

  /// The size in the largest unit that leaves a whole part, such as `3.0 GiB`.
  public static String text(long bytes) {
    int power = 0;
    double size = bytes;
    while (size >= 1024 && power < UNITS.length()) {
      size /= 1024;
      power++;
    }
    return power == 0
        ? bytes + " bytes"
        : String.format(Locale.ROOT, "%.1f %siB", size, UNITS.charAt(power - 1));
  }
}
