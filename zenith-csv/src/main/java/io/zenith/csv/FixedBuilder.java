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
  private long[] part = {};

  FixedBuilder(DataType type, ValueParser parser, int bits) {
    super(type);
    this.parser = parser;
    this.bits = bits;
  }

  @Override
  void beginValues(int most) {
    if (values.length < most) {
      values = new long[most];
    }
  }

  @Override
  int addValues(FieldRanges fields, int row) {
    if (part.length < fields.count()) {
      part = new long[2 * fields.count()];
    }
    int done = parser.parse(fields, part);
    System.arraycopy(part, 0, values, row, done);
    return done;
  }

  @Override
  List<MemorySegment> values(int rows, SegmentAllocator buffers) {
    MemorySegment target =
        buffers.allocate(((long) rows * bits + Byte.SIZE - 1) / Byte.SIZE, Long.BYTES);
    switch (bits) {
      case 1 -> setBits(rows, target);
      case Byte.SIZE -> {
        for (int i = 0; i < rows; i++) {
          target.set(ValueLayout.JAVA_BYTE, i, (byte) values[i]);
        }
      }
      case Short.SIZE -> {
        for (int i = 0; i < rows; i++) {
          target.set(SHORT, (long) i * Short.BYTES, (short) values[i]);
        }
      }
      case Integer.SIZE -> {
        for (int i = 0; i < rows; i++) {
          target.set(INT, (long) i * Integer.BYTES, (int) values[i]);
        }
      }
      default -> MemorySegment.copy(values, 0, target, LONG, 0, rows);
    }
    return List.of(target);
  }

  private void setBits(int rows, MemorySegment target) {
    for (int at = 0; at < rows; at += Byte.SIZE) {
      int set = 0;
      for (int i = at; i < Math.min(rows, at + Byte.SIZE); i++) {
        set |= (int) values[i] << (i - at);
      }
      target.set(ValueLayout.JAVA_BYTE, at / Byte.SIZE, (byte) set);
    }
  }
}
