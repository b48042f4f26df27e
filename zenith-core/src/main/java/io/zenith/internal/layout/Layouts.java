package io.zenith.internal.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// How values lie in Arrow buffers: little-endian, at any address. They are `static final` because
/// the compiler folds them only then.
public final class Layouts {
  public static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  public static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  public static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  public static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  public static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  public static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Layouts() {}

  /// Writes a whole number of so many bits.
  public static void setInteger(MemorySegment target, long at, long value, int bits) {
    switch (bits) {
      case 8 -> target.set(BYTE, at, (byte) value);
      case 16 -> target.set(SHORT, at << 1, (short) value);
      case 32 -> target.set(INT, at << 2, (int) value);
      default -> target.set(LONG, at << 3, value);
    }
  }
}
