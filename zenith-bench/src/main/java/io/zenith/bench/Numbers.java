package io.zenith.bench;

import java.util.Locale;

/// Numbers as tables show them: three significant digits, thousands apart.
final class Numbers {
  private Numbers() {}

  static String plain(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    double size = Math.abs(value);
    if (size >= 100 || value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
  }
}
