package io.zenith.internal.layout;

import io.zenith.internal.storage.Fault;
import java.lang.foreign.MemorySegment;

/// Numeric values as floats: one loop for each stored width, chosen once a column.
public final class Floats {
  private Floats() {}

  /// Converts `count` values from `start` on. Integers beyond 2^24 and doubles are rounded.
  public static void copy(Node node, long start, int count, float[] target, int at) {
    MemorySegment values = node.values;
    int mask = node.mask;
    try {
      switch (node.kind) {
        case FLOAT -> MemorySegment.copy(values, Layouts.FLOAT, start << 2, target, at, count);
        case BYTE -> {
          for (int i = 0; i < count; i++) {
            target[at + i] = values.get(Layouts.BYTE, start + i) & mask;
          }
        }
        case SHORT -> {
          for (int i = 0; i < count; i++) {
            target[at + i] = values.get(Layouts.SHORT, (start + i) << 1) & mask;
          }
        }
        case INT -> {
          long wide = node.longMask;
          for (int i = 0; i < count; i++) {
            target[at + i] = node.int32(values, (start + i) << 2) & wide;
          }
        }
        case LONG -> longs(node, start, count, target, at);
        case DOUBLE -> {
          for (int i = 0; i < count; i++) {
            target[at + i] = (float) values.get(Layouts.DOUBLE, (start + i) << 3);
          }
        }
        case HALF -> {
          for (int i = 0; i < count; i++) {
            target[at + i] = Float.float16ToFloat(values.get(Layouts.SHORT, (start + i) << 1));
          }
        }
        case BOOLEAN -> {
          for (int i = 0; i < count; i++) {
            long place = start + i;
            target[at + i] = values.get(Layouts.BYTE, place >> 3) >> (place & 7) & 1;
          }
        }
        case NULL,
            DECIMAL,
            INTERVAL,
            UTF8,
            BINARY,
            FIXED_SIZE_BINARY,
            LIST,
            FIXED_SIZE_LIST,
            STRUCT,
            UNION,
            RUN_END_ENCODED,
            DICTIONARY ->
            throw new IllegalArgumentException("column '" + node.field + "' is no number");
      }
      Fault.settle();
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }

  /// A `uint64` above 2^63 - 1 is negative as stored: halve it, keeping the bit that decides
  /// rounding.
  private static void longs(Node node, long start, int count, float[] target, int at) {
    boolean unsigned = node.unsignedLong;
    for (int i = 0; i < count; i++) {
      long value = node.values.get(Layouts.LONG, (start + i) << 3);
      target[at + i] =
          unsigned && value < 0 ? (float) ((value >>> 1) | (value & 1)) * 2 : (float) value;
    }
  }

  /// Writes `fill` over the places of nulls.
  public static void fill(Node node, long start, int count, float[] target, int at, float fill) {
    Nulls.forEach(node, start, count, i -> target[at + i] = fill);
  }
}
