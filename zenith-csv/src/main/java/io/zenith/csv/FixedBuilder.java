package io.zenith.csv;

import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/// A column of values of 1 to 64 bits.
final class FixedBuilder extends ColumnBuilder {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final ValueParser parser;
  private final int bits;
  private long[] values = {};
  private MemorySegment target = MemorySegment.NULL;

  FixedBuilder(DataType type, ValueParser parser, int bits) {
    super(type);
    this.parser = parser;
    this.bits = bits;
  }

  @Override
  void beginValues(int rows, SegmentAllocator buffers) {
    target = buffers.allocate(((long) rows * bits + Byte.SIZE - 1) / Byte.SIZE, Long.BYTES);
  }

  @Override
  int addValues(FieldRanges fields, int row) {
    if (values.length < fields.count()) {
      values = new long[2 * fields.count()];
    }
    int done = parser.parse(fields, values);
    switch (bits) {
      case 1 -> setBits(row, done);
      case Byte.SIZE -> {
        for (int i = 0; i < done; i++) {
          target.set(ValueLayout.JAVA_BYTE, (long) row + i, (byte) values[i]);
        }
      }
      case Short.SIZE -> {
        for (int i = 0; i < done; i++) {
          target.set(SHORT, ((long) row + i) * Short.BYTES, (short) values[i]);
        }
      }
      case Integer.SIZE -> {
        for (int i = 0; i < done; i++) {
          target.set(INT, ((long) row + i) * Integer.BYTES, (int) values[i]);
        }
      }
      default -> MemorySegment.copy(values, 0, target, LONG, (long) row * Long.BYTES, done);
    }
    return done;
  }

  private void setBits(int row, int count) {
    for (int i = 0; i < count; i++) {
      int bit = (row + i) % Byte.SIZE;
      int place = (row + i) / Byte.SIZE;
      int before = bit == 0 ? 0 : target.get(ValueLayout.JAVA_BYTE, place);
      target.set(ValueLayout.JAVA_BYTE, place, (byte) (before | ((int) values[i] << bit)));
    }
  }

  @Override
  List<MemorySegment> values(int rows, SegmentAllocator buffers) {
    return List.of(target);
  }
}
