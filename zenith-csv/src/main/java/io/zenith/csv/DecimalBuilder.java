package io.zenith.csv;

import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/// A column of decimals of 128 bits.
final class DecimalBuilder extends ColumnBuilder {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Decimals decimals;
  private long[] values = {};

  DecimalBuilder(DataType.Decimal type) {
    super(type);
    this.decimals = new Decimals(type.precision(), type.scale());
  }

  @Override
  void beginValues(int rows, SegmentAllocator buffers) {
    if (values.length < 2 * rows) {
      values = new long[2 * rows];
    }
  }

  @Override
  int addValues(FieldRanges fields, int row) {
    for (int i = 0; i < fields.count(); i++) {
      boolean isNull = fields.isNull(i);
      if (!isNull && !decimals.read(fields.text(), fields.from(i), fields.to(i))) {
        return i;
      }
      values[2 * (row + i)] = isNull ? 0 : decimals.low();
      values[2 * (row + i) + 1] = isNull ? 0 : decimals.high();
    }
    return fields.count();
  }

  @Override
  List<MemorySegment> values(int rows, SegmentAllocator buffers) {
    MemorySegment target = buffers.allocate(2L * rows * Long.BYTES, Long.BYTES);
    MemorySegment.copy(values, 0, target, LONG, 0, 2 * rows);
    return List.of(target);
  }
}
