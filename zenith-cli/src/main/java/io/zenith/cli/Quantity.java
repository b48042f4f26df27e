package io.zenith.cli;

import java.util.Locale;

/// Numbers as people read them.
final class Quantity {
  private static final String[] BINARY_UNITS = {"KiB", "MiB", "GiB", "TiB"};

  private Quantity() {}

  /// `1,351,591`.
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /// As [#count], of what need not be whole.
  static String rounded(double number) {
    return count(Math.round(number));
  }

  /// `1 row`, `20,000 rows`.
  static String of(long count, String noun) {
    return count(count)
        + " "
        + noun
        + (count == 1 ? "" : noun.endsWith("ch") || noun.endsWith("s") ? "es" : "s");
  }

  /// `512 bytes`, `15.0 MiB`.
  static String bytes(long bytes) {
    double size = bytes;
    int unit = -1;
    while (size >= 1024 && unit < BINARY_UNITS.length - 1) {
      size /= 1024;
      unit++;
    }
    return unit < 0
        ? of(bytes, "byte")
        : String.format(Locale.ROOT, "%.1f ", size) + BINARY_UNITS[unit];
  }

  /// `43 ns`, `1.35 us`, `12.0 ms`, `2.50 s`.
  static String nanos(double nanos) {
    if (nanos < 1e3) {
      return significant(nanos) + " ns";
    }
    if (nanos < 1e6) {
      return significant(nanos / 1e3) + " us";
    }
    return nanos < 1e9 ? significant(nanos / 1e6) + " ms" : significant(nanos / 1e9) + " s";
  }

  /// `12.3 %`.
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /// `0:07`, `12:30`, `1:02:03`.
  static String clock(long seconds) {
    return seconds < 3600
        ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
        : String.format(
            Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }

  /// Three significant digits, without an exponent.
  static String significant(double number) {
    int decimals = number < 10 ? 2 : number < 100 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f", number);
  }
}
