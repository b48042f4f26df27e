package io.zenith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.OneBatch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The columns of one width each: values as they widen, and as they are stored.
class NumberColumnsTest {
  private static final DataType HALF = new DataType.FloatingPoint(16);
  private static final DataType FLOAT = new DataType.FloatingPoint(32);
  private static final DataType DOUBLE = new DataType.FloatingPoint(64);

  private static DataType integer(int bits) {
    return new DataType.Int(bits, true);
  }

  private static DataType unsigned(int bits) {
    return new DataType.Int(bits, false);
  }

  @Test
  void bytesWidenByTheirSign() throws Exception {
    try (OneBatch signed = OneBatch.of(integer(8), -128L, -1L, 127L);
        OneBatch unsigned = OneBatch.of(unsigned(8), 0L, 127L, 255L)) {
      ByteColumn left = signed.batch().bytes("c");
      ByteColumn right = unsigned.batch().bytes("c");
      assertEquals(List.of(-128, -1, 127), List.of(left.get(0), left.get(1), left.get(2)));
      assertEquals(List.of(0, 127, 255), List.of(right.get(0), right.get(1), right.get(2)));
      assertArrayEquals(new byte[] {-128, -1, 127}, left.toArray());
      assertArrayEquals(new byte[] {0, 127, -1}, right.toArray());
    }
  }

  @Test
  void shortsWidenByTheirSign() throws Exception {
    try (OneBatch signed = OneBatch.of(integer(16), -32768L, -1L);
        OneBatch unsigned = OneBatch.of(unsigned(16), 32768L, 65535L)) {
      ShortColumn left = signed.batch().shorts("c");
      ShortColumn right = unsigned.batch().shorts("c");
      assertEquals(List.of(-32768, -1), List.of(left.get(0), left.get(1)));
      assertEquals(List.of(32768, 65535), List.of(right.get(0), right.get(1)));
      assertArrayEquals(new short[] {-32768, -1}, left.toArray());
      assertArrayEquals(new short[] {-32768, -1}, right.toArray());
    }
  }

  @Test
  void intsWidenByTheirSignWhenReadAsLong() throws Exception {
    try (OneBatch signed = OneBatch.of(integer(32), -1L, 5L);
        OneBatch unsigned = OneBatch.of(unsigned(32), 4294967295L, 5L)) {
      IntColumn left = signed.batch().ints("c");
      IntColumn right = unsigned.batch().ints("c");
      assertEquals(List.of(-1, -1), List.of(left.get(0), right.get(0)));
      assertEquals(List.of(-1L, 5L), List.of(left.getLong(0), left.getLong(1)));
      assertEquals(List.of(4294967295L, 5L), List.of(right.getLong(0), right.getLong(1)));
      assertArrayEquals(new int[] {-1, 5}, right.toArray());
    }
  }

  @Test
  void longsAreReadAsStored() throws Exception {
    try (OneBatch one = OneBatch.of(unsigned(64), -1L, Long.MIN_VALUE)) {
      LongColumn column = one.batch().longs("c");
      assertEquals("18446744073709551615", Long.toUnsignedString(column.get(0)));
      assertArrayEquals(new long[] {-1, Long.MIN_VALUE}, column.toArray());
    }
  }

  @Test
  void everyHalfWidensWithoutLoss() throws Exception {
    List<Object> all = new ArrayList<>();
    for (int bits = 0; bits <= 0xFFFF; bits++) {
      all.add(Float.float16ToFloat((short) bits));
    }
    try (OneBatch one = OneBatch.of(ArrayBuilder.plain(HALF, all))) {
      HalfColumn column = one.batch().halves("c");
      float[] array = column.toArray();
      for (int i = 0; i <= 0xFFFF; i++) {
        assertEquals(all.get(i), column.get(i));
        assertEquals(all.get(i), array[i]);
      }
    }
  }

  @Test
  void floatsAndDoublesKeepEveryBit() throws Exception {
    float oddNan = Float.intBitsToFloat(0x7FC12345);
    double oddNanOfDouble = Double.longBitsToDouble(0x7FF8123456789ABCL);
    try (OneBatch floats = OneBatch.of(FLOAT, -0.0f, oddNan, Float.MIN_VALUE);
        OneBatch doubles = OneBatch.of(DOUBLE, -0.0, oddNanOfDouble, Double.MIN_VALUE)) {
      FloatColumn narrow = floats.batch().floats("c");
      DoubleColumn wide = doubles.batch().doubles("c");
      assertEquals(0x80000000, Float.floatToRawIntBits(narrow.get(0)));
      assertEquals(0x7FC12345, Float.floatToRawIntBits(narrow.toArray()[1]));
      assertEquals(Float.MIN_VALUE, narrow.get(2));
      assertEquals(Long.MIN_VALUE, Double.doubleToRawLongBits(wide.get(0)));
      assertEquals(0x7FF8123456789ABCL, Double.doubleToRawLongBits(wide.toArray()[1]));
      assertEquals(Double.MIN_VALUE, wide.get(2));
    }
  }

  @Test
  void datesAndTimesAreWidthsWithAType() throws Exception {
    for (DataType type :
        List.of(new DataType.Date(32), new DataType.Time(io.zenith.schema.TimeUnit.SECOND))) {
      try (OneBatch one = OneBatch.of(type, -7L)) {
        assertEquals(-7, one.batch().ints("c").get(0));
        assertEquals(-7L, one.batch().ints("c").getLong(0));
        assertEquals(type, one.batch().ints("c").field().type());
      }
    }
    for (DataType type :
        List.of(
            new DataType.Date(64),
            new DataType.Time(io.zenith.schema.TimeUnit.NANOSECOND),
            new DataType.Duration(io.zenith.schema.TimeUnit.SECOND),
            new DataType.Timestamp(
                io.zenith.schema.TimeUnit.MICROSECOND, java.util.Optional.of("UTC")))) {
      try (OneBatch one = OneBatch.of(type, -7L)) {
        assertEquals(-7L, one.batch().longs("c").get(0));
        assertEquals(type, one.batch().longs("c").field().type());
      }
    }
  }

  @Test
  void copiesGoToTheirPlaceAndTouchNothingElse() throws Exception {
    try (OneBatch bytes = OneBatch.of(integer(8), 1L, 2L);
        OneBatch shorts = OneBatch.of(integer(16), 1L, 2L);
        OneBatch ints = OneBatch.of(integer(32), 1L, 2L);
        OneBatch longs = OneBatch.of(integer(64), 1L, 2L);
        OneBatch halves = OneBatch.of(HALF, 1f, 2f);
        OneBatch floats = OneBatch.of(FLOAT, 1f, 2f);
        OneBatch doubles = OneBatch.of(DOUBLE, 1.0, 2.0)) {
      byte[] byteTarget = {9, 9, 9, 9};
      bytes.batch().bytes("c").copyTo(byteTarget, 1);
      assertArrayEquals(new byte[] {9, 1, 2, 9}, byteTarget);
      short[] shortTarget = {9, 9, 9, 9};
      shorts.batch().shorts("c").copyTo(shortTarget, 1);
      assertArrayEquals(new short[] {9, 1, 2, 9}, shortTarget);
      int[] intTarget = {9, 9, 9, 9};
      ints.batch().ints("c").copyTo(intTarget, 1);
      assertArrayEquals(new int[] {9, 1, 2, 9}, intTarget);
      long[] longTarget = {9, 9, 9, 9};
      longs.batch().longs("c").copyTo(longTarget, 1);
      assertArrayEquals(new long[] {9, 1, 2, 9}, longTarget);
      float[] halfTarget = {9, 9, 9, 9};
      halves.batch().halves("c").copyTo(halfTarget, 1);
      assertArrayEquals(new float[] {9, 1, 2, 9}, halfTarget);
      float[] floatTarget = {9, 9, 9, 9};
      floats.batch().floats("c").copyTo(floatTarget, 1);
      assertArrayEquals(new float[] {9, 1, 2, 9}, floatTarget);
      double[] doubleTarget = {9, 9, 9, 9};
      doubles.batch().doubles("c").copyTo(doubleTarget, 1);
      assertArrayEquals(new double[] {9, 1, 2, 9}, doubleTarget);
    }
  }

  @Test
  void aTargetTooSmallIsOutOfBounds() throws Exception {
    try (OneBatch floats = OneBatch.of(FLOAT, 1f, 2f);
        OneBatch halves = OneBatch.of(HALF, 1f, 2f)) {
      FloatColumn column = floats.batch().floats("c");
      assertThrows(IndexOutOfBoundsException.class, () -> column.copyTo(new float[2], 1));
      assertThrows(IndexOutOfBoundsException.class, () -> column.copyTo(new float[2], -1));
      HalfColumn half = halves.batch().halves("c");
      assertThrows(IndexOutOfBoundsException.class, () -> half.copyTo(new float[2], 1));
    }
  }

  @Test
  void rowsCountFromTheFirstOfTheBatchNotOfTheRecordBatch() throws Exception {
    List<Object> values = List.of(10L, 11L, 12L, 13L, 14L);
    for (int bits : new int[] {8, 16, 32, 64}) {
      try (OneBatch one = OneBatch.of(ArrayBuilder.plain(integer(bits), values), 2, 2)) {
        Column column = one.batch().column("c");
        assertEquals(2, column.rows());
        assertEquals(List.of("12", "13"), List.of(column.text(0), column.text(1)));
        assertThrows(IndexOutOfBoundsException.class, () -> column.text(2));
      }
    }
    try (OneBatch one = OneBatch.of(ArrayBuilder.plain(integer(32), values), 2, 2)) {
      assertArrayEquals(new int[] {12, 13}, one.batch().ints("c").toArray());
      assertArrayEquals(
          new int[] {12, 13},
          one.batch()
              .ints("c")
              .segment()
              .toArray(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN)));
    }
  }

  @Test
  void segmentsAreViewsOfNativeMemoryThatCannotLeaveTheBatch() throws Exception {
    List<Object> values = List.of(1L, 2L, 3L);
    try (OneBatch one = OneBatch.of(ArrayBuilder.plain(integer(64), values), 1, 2)) {
      MemorySegment segment = one.batch().longs("c").segment();
      assertTrue(segment.isNative());
      assertEquals(16, segment.byteSize());
      assertEquals(
          segment.address(), one.batch().longs("c").segment().address(), "a copy was made");
      assertEquals(2, segment.get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
    }
  }
}
