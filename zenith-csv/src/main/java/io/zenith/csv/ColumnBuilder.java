package io.zenith.csv;

import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Makes one column of a record batch. For one thread.
abstract sealed class ColumnBuilder permits FixedBuilder, DecimalBuilder, TextBuilder {
  private final DataType type;
  private byte[] validity = {};
  private int rows;
  private int nulls;

  ColumnBuilder(DataType type) {
    this.type = type;
  }

  /// Begins a batch.
  ///
  /// @param most how many rows it has at most
  final void begin(int most) {
    if (validity.length < bytes(most)) {
      validity = new byte[bytes(most)];
    }
    Arrays.fill(validity, (byte) -1);
    rows = 0;
    nulls = 0;
    beginValues(most);
  }

  private static int bytes(int bits) {
    return (bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  /// Adds a value for each field.
  ///
  /// @return the first field that is no value of this column, or how many fields there are
  final int add(FieldRanges fields) {
    byte[] kinds = fields.kinds();
    for (int i = 0; i < fields.count(); i++) {
      if (kinds[i] == FieldRanges.NULL) {
        int row = rows + i;
        validity[row >>> 3] &= (byte) ~(1 << (row & 7));
        nulls++;
      }
    }
    int done = addValues(fields, rows);
    rows += fields.count();
    return done;
  }

  /// Ends the batch.
  ///
  /// @param buffers where the column goes
  final ArrayData end(SegmentAllocator buffers) {
    List<MemorySegment> all = new ArrayList<>();
    all.add(nulls == 0 ? MemorySegment.NULL : copy(validity, bytes(rows), buffers));
    all.addAll(values(rows, buffers));
    return new ArrayData(type, rows, nulls, all, List.of(), Optional.empty());
  }

  /// A buffer with the first bytes of an array.
  static MemorySegment copy(byte[] bytes, int count, SegmentAllocator buffers) {
    MemorySegment copy = buffers.allocate(count, Long.BYTES);
    MemorySegment.copy(bytes, 0, copy, ValueLayout.JAVA_BYTE, 0, count);
    return copy;
  }

  abstract void beginValues(int most);

  /// Adds values.
  ///
  /// @param row where the first of them goes
  abstract int addValues(FieldRanges fields, int row);

  /// The buffers of the values.
  abstract List<MemorySegment> values(int rows, SegmentAllocator buffers);
}
