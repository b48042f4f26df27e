package io.zenith.bench;

import java.util.Map;
import java.util.TreeMap;

/// A checksum of each column: the sum over its values of (bits x (2 x place + 1)) modulo 2^64. It
/// is exact, and the order of the values counts. Bits are those of the stored width, without a
/// sign.
final class ColumnChecksums {
  private final Map<String, Column> columns = new TreeMap<>();

  Column column(String name) {
    return columns.computeIfAbsent(name, _ -> new Column());
  }

  /// Sixteen hexadecimal digits a column.
  Map<String, String> toHex() {
    Map<String, String> hex = new TreeMap<>();
    columns.forEach((name, column) -> hex.put(name, String.format("%016x", column.total)));
    return hex;
  }

  /// Holds others to what Zenith has delivered.
  ///
  /// @param what was read
  /// @param other who has read it as well
  /// @throws BenchFailure if both are not the same
  static void requireSame(
      Object what, Map<String, String> zenith, String other, Map<String, String> theirs) {
    if (!zenith.equals(theirs)) {
      throw new BenchFailure(what + ": " + zenith + ", by " + other + " " + theirs);
    }
  }

  /// The checksum of one column.
  static final class Column {
    private long total;
    private long place;

    /// Goes to a place, where values come in another order.
    Column at(long next) {
      place = next;
      return this;
    }

    void add(long bits) {
      total += bits * (2 * place + 1);
      place++;
    }

    void add(float value) {
      add(Integer.toUnsignedLong(Float.floatToRawIntBits(value)));
    }

    void add(double value) {
      add(Double.doubleToRawLongBits(value));
    }

    /// The first values of a primitive array.
    void addArray(Object array, int count) {
      for (int at = 0; at < count; at++) {
        switch (array) {
          case byte[] values -> add(values[at] & 0xFF);
          case int[] values -> add(Integer.toUnsignedLong(values[at]));
          case long[] values -> add(values[at]);
          case float[] values -> add(values[at]);
          case double[] values -> add(values[at]);
          default -> throw new IllegalArgumentException(array.getClass() + " is not summed up");
        }
      }
    }
  }
}
