package io.zenith.bench;

import io.zenith.BinaryColumn;
import io.zenith.BooleanColumn;
import io.zenith.ByteColumn;
import io.zenith.Column;
import io.zenith.DoubleColumn;
import io.zenith.FixedSizeListColumn;
import io.zenith.FloatColumn;
import io.zenith.IntColumn;
import io.zenith.LongColumn;
import io.zenith.Utf8Column;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

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

  /// Adds a value of a column that becomes an array.
  static void add(ColumnChecksums.Column checksum, Column column, int row) {
    switch (column) {
      case BooleanColumn bits -> checksum.add(bits.get(row) ? 1L : 0L);
      case ByteColumn bytes -> checksum.add(bytes.get(row) & 0xFF);
      case IntColumn ints -> checksum.add(Integer.toUnsignedLong(ints.get(row)));
      case LongColumn longs -> checksum.add(longs.get(row));
      case FloatColumn floats -> checksum.add(floats.get(row));
      case DoubleColumn doubles -> checksum.add(doubles.get(row));
      default -> throw new IllegalArgumentException(column.field() + " does not become an array");
    }
  }

  /// Adds a value of any column of the compressed files.
  static void add(ColumnChecksums checksums, String name, Column column, int row) {
    switch (column) {
      case Utf8Column text -> addBytes(checksums, name, text.bytes(row));
      case BinaryColumn bytes -> addBytes(checksums, name, bytes.bytes(row));
      default -> {
        if (column.isNull(row)) {
          checksums.column(name).add(0L);
        } else {
          add(checksums.column(name), column, row);
        }
      }
    }
  }

  private static void addBytes(ColumnChecksums checksums, String name, MemorySegment bytes) {
    checksums.column(name + " lengths").add(bytes.byteSize());
    ColumnChecksums.Column sum = checksums.column(name);
    for (long at = 0; at < bytes.byteSize(); at++) {
      sum.add(bytes.get(ValueLayout.JAVA_BYTE, at) & 0xFFL);
    }
  }
}
