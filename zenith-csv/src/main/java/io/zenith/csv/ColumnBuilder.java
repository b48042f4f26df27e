package io.zenith.csv;

import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Makes one column of a record batch. For one thread.
abstract sealed class ColumnBuilder
    permits FixedBuilder, DecimalBuilder, TextBuilder, DictionaryBuilder {
  private final DataType type;
  private byte[] validity = {};
  private int rows;
  private int nulls;

  ColumnBuilder(DataType type) {
    this.type = type;
  }

  /// Begins a batch.
  ///
  /// @param count how many rows it will have
  /// @param buffers where the column goes
  final void begin(int count, SegmentAllocator buffers) {
    if (validity.length < bytes(count)) {
      validity = new byte[bytes(count)];
    }
    Arrays.fill(validity, (byte) -1);
    rows = 0;
    nulls = 0;
    beginValues(count, buffers);
  }

  private static int bytes(int bits) {
    return (bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  /// Adds a value for each field.
  ///
  /// @return the first field that is no value of this column, or how many fields there are
  final int add(FieldRanges fields) {
    for (int i = 0; i < fields.count() && !fields.areBare(); i++) {
      if (fields.isNull(i)) {
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
  /// @param buffers where the rest of the column goes
  final ArrayData end(SegmentAllocator buffers) {
    List<MemorySegment> all = new ArrayList<>();
    all.add(nulls == 0 ? MemorySegment.NULL : copy(validity, bytes(rows), buffers));
    all.addAll(values(rows, buffers));
    return new ArrayData(type, rows, nulls, all, List.of(), dictionary(buffers));
  }

  /// A buffer with the first bytes of an array.
  static MemorySegment copy(byte[] bytes, int count, SegmentAllocator buffers) {
    MemorySegment copy = buffers.allocate(count, Long.BYTES);
    MemorySegment.copy(bytes, 0, copy, ValueLayout.JAVA_BYTE, 0, count);
    return copy;
  }

  final boolean isNull(int row) {
    return (validity[row >>> 3] & (1 << (row & 7))) == 0;
  }

  abstract void beginValues(int rows, SegmentAllocator buffers);

  /// Adds values.
  ///
  /// @param row where the first of them goes
  abstract int addValues(FieldRanges fields, int row);

  /// The buffers of the values.
  abstract List<MemorySegment> values(int rows, SegmentAllocator buffers);

  /// What the values are indices of, if they are; asked for behind them.
  Optional<DictionaryData> dictionary(SegmentAllocator buffers) {
    return Optional.empty();
  }
}
