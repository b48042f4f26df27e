package io.zenith.bench;

import io.zenith.ByteColumn;
import io.zenith.Column;
import io.zenith.DoubleColumn;
import io.zenith.FixedSizeListColumn;
import io.zenith.FloatColumn;
import io.zenith.IntColumn;
import io.zenith.LongColumn;

/// Adds the values of a column to a checksum, one by one.
final class ZenithValues {
  private ZenithValues() {}

  static void addTo(ColumnChecksums.Column checksum, Column column) {
    if (column instanceof FixedSizeListColumn lists) {
      addTo(checksum, lists.elements());
      return;
    }
    for (int row = 0; row < column.rows(); row++) {
      add(checksum, column, row);
    }
  }

  private static void add(ColumnChecksums.Column checksum, Column column, int row) {
    switch (column) {
      case ByteColumn bytes -> checksum.add(bytes.get(row) & 0xFF);
      case IntColumn ints -> checksum.add(Integer.toUnsignedLong(ints.get(row)));
      case LongColumn longs -> checksum.add(longs.get(row));
      case FloatColumn floats -> checksum.add(floats.get(row));
      case DoubleColumn doubles -> checksum.add(doubles.get(row));
      default -> throw new IllegalArgumentException(column.field() + " does not become an array");
    }
  }
}
