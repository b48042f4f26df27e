package io.zenith.parquet;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which program wrote a file, for the faults that programs had.
///
/// The source: `created_by` in Apache Parquet's `parquet.thrift`.
///
/// @param name such as `parquet-mr`
/// @param major the first number of its version
/// @param minor the second one
record Writer(String name, int major, int minor) {
  private static final Pattern FORM =
      Pattern.compile("(.{1,99}?) version v?(\\d{1,9})(?:\\.(\\d{1,9}))?(?!\\d).*", Pattern.DOTALL);

  private static final Writer UNKNOWN = new Writer("", 0, 0);

  /// Reads a name such as `parquet-mr version 1.8.0 (build abcd)`.
  static Writer of(@Nullable String createdBy) {
    Matcher matcher = FORM.matcher(createdBy == null ? "" : createdBy);
    if (!matcher.matches()) {
      return UNKNOWN;
    }
    String minor = matcher.group(3);
    return new Writer(
        matcher.group(1),
        Integer.parseInt(matcher.group(2)),
        minor == null ? 0 : Integer.parseInt(minor));
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
