package io.zenith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class NullsTest {
  private static final DataType INT = new DataType.Int(32, true);

  @Test
  void namesOfAFileCannotReachATerminalThroughAMessage() throws Exception {
    Schema schema = Schema.of(Field.of("\u001b[31mred", INT));
    ArrayData column = ArrayBuilder.plain(INT, Arrays.asList((Object) null));
    try (OneBatch one = OneBatch.of(schema, new RecordBatch(0, 1, List.of(column)))) {
      IntColumn ints = (IntColumn) one.batch().column(0);
      String message = assertThrows(IllegalStateException.class, ints::toArray).getMessage();
      assertTrue(message.startsWith("column '\\u001b[31mred' is null at row 0"), message);
    }
  }

  @Test
  void nullsAreSeenInEveryTypeAtAnyStart() {
    Property.check(
        200,
        (random, _) -> {
          DataType type = RandomData.type(random, 1);
          List<Object> values = RandomData.values(type, 1 + random.nextInt(70), 30, random);
          ArrayData data =
              type instanceof DataType.Dictionary
                  ? ArrayBuilder.plain(type, values)
                  : ArrayBuilder.noisy(type, values, random);
          int from = random.nextInt(values.size());
          List<Object> rows = values.subList(from, values.size());
          try (OneBatch one = OneBatch.of(data, from, rows.size())) {
            Column column = one.batch().column(0);
            for (int row = 0; row < rows.size(); row++) {
              assertEquals(rows.get(row) == null, column.isNull(row), type + " row " + row);
            }
            assertEquals(rows.stream().filter(Objects::isNull).count(), column.nullCount());
          }
        });
  }

  @Test
  void aNullCountOfZeroIsBelieved() throws Exception {
    ArrayData counted = ArrayBuilder.plain(INT, Arrays.asList(1L, null));
    ArrayData denied =
        new ArrayData(INT, 2, 0, counted.buffers(), counted.children(), counted.dictionary());
    try (OneBatch one = OneBatch.of(denied)) {
      assertFalse(one.batch().column(0).isNull(1));
      assertEquals(0, one.batch().column(0).nullCount());
    }
  }

  @Test
  void copiesRefuseNullsAndNameColumnAndRow() throws Exception {
    Object[] values = {1L, 2L, null};
    try (OneBatch bools = OneBatch.of(new DataType.Bool(), true, false, null);
        OneBatch bytes = OneBatch.of(new DataType.Int(8, true), values);
        OneBatch shorts = OneBatch.of(new DataType.Int(16, true), values);
        OneBatch ints = OneBatch.of(INT, values);
        OneBatch longs = OneBatch.of(new DataType.Int(64, true), values);
        OneBatch halves = OneBatch.of(new DataType.FloatingPoint(16), 1f, 2f, null);
        OneBatch floats = OneBatch.of(new DataType.FloatingPoint(32), 1f, 2f, null);
        OneBatch doubles = OneBatch.of(new DataType.FloatingPoint(64), 1.0, 2.0, null)) {
      refused(() -> bools.batch().booleans("c").toArray());
      refused(() -> bools.batch().booleans("c").copyTo(new boolean[3], 0));
      refused(() -> bytes.batch().bytes("c").toArray());
      refused(() -> bytes.batch().bytes("c").copyTo(new byte[3], 0));
      refused(() -> shorts.batch().shorts("c").toArray());
      refused(() -> shorts.batch().shorts("c").copyTo(new short[3], 0));
      refused(() -> ints.batch().ints("c").toArray());
      refused(() -> ints.batch().ints("c").copyTo(new int[3], 0));
      refused(() -> longs.batch().longs("c").toArray());
      refused(() -> longs.batch().longs("c").copyTo(new long[3], 0));
      refused(() -> halves.batch().halves("c").toArray());
      refused(() -> halves.batch().halves("c").copyTo(new float[3], 0));
      refused(() -> floats.batch().floats("c").toArray());
      refused(() -> floats.batch().floats("c").copyTo(new float[3], 0));
      refused(() -> doubles.batch().doubles("c").toArray());
      refused(() -> doubles.batch().doubles("c").copyTo(new double[3], 0));
      refused(() -> floats.batch().tensor("c"));
      refused(() -> floats.batch().stack("c"));
    }
  }

  private static void refused(Executable copy) {
    IllegalStateException refusal = assertThrows(IllegalStateException.class, copy);
    String message = refusal.getMessage();
    assertTrue(message.startsWith("column 'c' is null at row 2 of this batch"), message);
  }

  @Test
  void theRowOfARefusalIsTheRowOfTheBatch() throws Exception {
    ArrayData data = ArrayBuilder.plain(INT, Arrays.asList(1L, 2L, null, 4L));
    try (OneBatch one = OneBatch.of(data, 1, 3)) {
      String message =
          assertThrows(IllegalStateException.class, () -> one.batch().ints("c").toArray())
              .getMessage();
      assertTrue(message.startsWith("column 'c' is null at row 1"), message);
    }
  }

  @Test
  void nullsOutsideOfTheRowsDoNotMatter() throws Exception {
    ArrayData data = ArrayBuilder.plain(INT, Arrays.asList(null, 2L, 3L, null));
    try (OneBatch one = OneBatch.of(data, 1, 2)) {
      assertArrayEquals(new int[] {2, 3}, one.batch().ints("c").toArray());
    }
  }

  @Test
  void aFillTakesThePlaceOfNulls() throws Exception {
    Object[] values = {null, 2L, null};
    try (OneBatch bools = OneBatch.of(new DataType.Bool(), null, false, null);
        OneBatch bytes = OneBatch.of(new DataType.Int(8, true), values);
        OneBatch shorts = OneBatch.of(new DataType.Int(16, true), values);
        OneBatch ints = OneBatch.of(INT, values);
        OneBatch longs = OneBatch.of(new DataType.Int(64, true), values);
        OneBatch halves = OneBatch.of(new DataType.FloatingPoint(16), null, 2f, null);
        OneBatch floats = OneBatch.of(new DataType.FloatingPoint(32), null, 2f, null);
        OneBatch doubles = OneBatch.of(new DataType.FloatingPoint(64), null, 2.0, null)) {
      boolean[] booleanTarget = new boolean[4];
      bools.batch().booleans("c").copyTo(booleanTarget, 1, true);
      assertArrayEquals(new boolean[] {false, true, false, true}, booleanTarget);
      byte[] byteTarget = new byte[4];
      bytes.batch().bytes("c").copyTo(byteTarget, 1, (byte) 7);
      assertArrayEquals(new byte[] {0, 7, 2, 7}, byteTarget);
      short[] shortTarget = new short[4];
      shorts.batch().shorts("c").copyTo(shortTarget, 1, (short) 7);
      assertArrayEquals(new short[] {0, 7, 2, 7}, shortTarget);
      int[] intTarget = new int[4];
      ints.batch().ints("c").copyTo(intTarget, 1, 7);
      assertArrayEquals(new int[] {0, 7, 2, 7}, intTarget);
      long[] longTarget = new long[4];
      longs.batch().longs("c").copyTo(longTarget, 1, 7L);
      assertArrayEquals(new long[] {0, 7, 2, 7}, longTarget);
      float[] halfTarget = new float[4];
      halves.batch().halves("c").copyTo(halfTarget, 1, Float.NaN);
      assertArrayEquals(new float[] {0, Float.NaN, 2, Float.NaN}, halfTarget);
      float[] floatTarget = new float[4];
      floats.batch().floats("c").copyTo(floatTarget, 1, 7f);
      assertArrayEquals(new float[] {0, 7, 2, 7}, floatTarget);
      double[] doubleTarget = new double[4];
      doubles.batch().doubles("c").copyTo(doubleTarget, 1, 7.0);
      assertArrayEquals(new double[] {0, 7, 2, 7}, doubleTarget);
    }
  }
}
