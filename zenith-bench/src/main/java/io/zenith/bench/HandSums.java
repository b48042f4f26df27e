package io.zenith.bench;

import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Sums of the numbers of a record batch from their buffers, some rows of each column at a time:
/// the loops of [Sums] and the order of accesses of a loader with batches of that size, and nothing
/// else.
final class HandSums {
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private HandSums() {}

  static double of(RecordBatch batch, int rows) {
    MemorySegment[] values = new MemorySegment[batch.columns().size()];
    boolean[] longs = new boolean[values.length];
    for (int column = 0; column < values.length; column++) {
      ArrayData data = batch.columns().get(column);
      values[column] = data.buffers().get(1);
      longs[column] = data.type() instanceof DataType.Int;
    }
    double sum = 0;
    long end = batch.fromRow() + batch.rows();
    for (long from = batch.fromRow(); from < end; from += rows) {
      long to = Math.min(end, from + rows);
      for (int column = 0; column < values.length; column++) {
        sum += longs[column] ? longs(values[column], from, to) : floats(values[column], from, to);
      }
    }
    return sum;
  }

  /// The same, with an object for each column of some rows, as whoever gives out batches has to
  /// make at least.
  static double ofSlices(RecordBatch batch, int rows) {
    int columns = batch.columns().size();
    MemorySegment[] slices = new MemorySegment[columns];
    double sum = 0;
    long end = batch.fromRow() + batch.rows();
    for (long from = batch.fromRow(); from < end; from += rows) {
      long count = Math.min(end - from, rows);
      for (int column = 0; column < columns; column++) {
        ArrayData data = batch.columns().get(column);
        int bytes = data.type() instanceof DataType.Int ? Long.BYTES : Float.BYTES;
        slices[column] = data.buffers().get(1).asSlice(from * bytes, count * bytes);
      }
      for (MemorySegment slice : slices) {
        sum +=
            slice.byteSize() == count * Long.BYTES
                ? longs(slice, 0, count)
                : floats(slice, 0, count);
      }
    }
    return sum;
  }

  private static long longs(MemorySegment values, long from, long to) {
    long sum = 0;
    for (long row = from; row < to; row++) {
      sum += values.get(LONG, row << 3);
    }
    return sum;
  }

  private static float floats(MemorySegment values, long from, long to) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    long row = from;
    for (; row <= to - 4; row += 4) {
      a += values.get(FLOAT, row << 2);
      b += values.get(FLOAT, (row + 1) << 2);
      c += values.get(FLOAT, (row + 2) << 2);
      d += values.get(FLOAT, (row + 3) << 2);
    }
    float sum = (a + b) + (c + d);
    for (; row < to; row++) {
      sum += values.get(FLOAT, row << 2);
    }
    return sum;
  }
}
