package io.zenith.parquet;

import org.jspecify.annotations.Nullable;

/// Which program wrote a file, for the faults that programs had.
///
/// The source: `created_by` in Apache Parquet's `parquet.thrift`.
///
/// @param name such as `parquet-mr`
/// @param major the first number of its version
/// @param minor the second one
record Writer(String name, int major, int minor) {
  private static final String VERSION = " version ";

  /// What a number has at most here: more than any version, and no overflow.
  private static final int MOST_DIGITS = 9;

  private static final int MOST_NAME = 99;

  private static final Writer UNKNOWN = new Writer("", 0, 0);

  /// Reads a name such as `parquet-mr version 1.8.0 (build abcd)`.
  static Writer of(@Nullable String createdBy) {
    String text = createdBy == null ? "" : createdBy;
    int at = text.indexOf(VERSION, 1);
    while (at > 0 && at <= MOST_NAME) {
      int from = at + VERSION.length() + (text.startsWith("v", at + VERSION.length()) ? 1 : 0);
      int end = digitsEnd(text, from);
      if (isNumber(from, end)) {
        int minorEnd = text.startsWith(".", end) ? digitsEnd(text, end + 1) : end;
        int minor = isNumber(end + 1, minorEnd) ? Integer.parseInt(text, end + 1, minorEnd, 10) : 0;
        return new Writer(text.substring(0, at), Integer.parseInt(text, from, end, 10), minor);
      }
      at = text.indexOf(VERSION, at + 1);
    }
    return UNKNOWN;
  }

  private static int digitsEnd(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  private static boolean isNumber(int from, int end) {
    return from < end && end - from <= MOST_DIGITS;
  }

  /// Whether bounds of values in an order are right, as far as anyone knows.
  boolean orders(ValueOrder order) {
    return switch (order) {
      case BIG_ENDIAN -> ordersBigEndian();
      case FLOATING -> ordersFloating();
      case SIGNED, UNSIGNED, BYTES, TRUTH, UNDEFINED -> true;
    };
  }

  /// Whether it is known to compare decimals right that are stored as bytes. Many did not: Arrow
  /// C++ before 4.0 took each byte to have a sign (PARQUET-1655), Polars and ClickHouse none to
  /// have one. Bounds that are wrong this way cannot be told from right ones.
  private boolean ordersBigEndian() {
    return switch (name) {
      case "parquet-mr" -> isSince(1, 10);
      case "parquet-cpp-arrow" -> isSince(4, 0);
      case "DuckDB" -> true;
      default -> false;
    };
  }

  /// Whether it is not known to lose values beside `NaN`. Where `NaN` came first in a page, these
  /// found no other bound for it, and then none of its values in the bounds of the row group, which
  /// look right (PARQUET-1225, PARQUET-1246, IMPALA-6527).
  private boolean ordersFloating() {
    return switch (name) {
      case "parquet-mr" -> isSince(1, 10);
      case "parquet-cpp" -> isSince(1, 4);
      case "impala" -> isSince(3, 0);
      case "github.com/segmentio/parquet-go" -> false;
      case "github.com/parquet-go/parquet-go" -> isSince(0, 30);
      default -> true;
    };
  }

  private boolean isSince(int firstMajor, int firstMinor) {
    return major > firstMajor || (major == firstMajor && minor >= firstMinor);
  }
}
