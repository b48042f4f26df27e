package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.IntervalUnit;
import io.zenith.schema.UnionMode;
import io.zenith.spi.ArrayData;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Row;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Values of the types that are less usual: intervals, decimals of all widths, unions, runs, views.
class TypeValuesTest {
  private static final DataType INT = new DataType.Int(32, true);
  private static final DataType TEXT = new DataType.Utf8();

  private static void assertText(String expected, DataType type, Object value) throws Exception {
    try (OneBatch one = OneBatch.of(type, value)) {
      assertEquals(expected, one.batch().column("c").text(0));
      assertEquals(expected, one.batch().copy().column("c").text(0));
    }
  }

  @Test
  void intervalsGiveMonthsDaysAndNanosAtTheirExtremes() throws Exception {
    long least = Integer.MIN_VALUE;
    long most = Integer.MAX_VALUE;
    long milli = 1_000_000;
    check(IntervalUnit.YEAR_MONTH, 4, Row.of(most, 0L, 0L), Row.of(least, 0L, 0L));
    check(
        IntervalUnit.DAY_TIME, 8, Row.of(0L, most, least * milli), Row.of(0L, least, most * milli));
    check(
        IntervalUnit.MONTH_DAY_NANO,
        16,
        Row.of(most, least, Long.MIN_VALUE),
        Row.of(least, most, Long.MAX_VALUE));
    assertText(
        "-2147483648 months",
        new DataType.Interval(IntervalUnit.YEAR_MONTH),
        Row.of(least, 0L, 0L));
    assertText(
        "3 days -2147483648 ms",
        new DataType.Interval(IntervalUnit.DAY_TIME),
        Row.of(0L, 3L, least * milli));
    assertText(
        "-1 months 2 days -9223372036854775808 ns",
        new DataType.Interval(IntervalUnit.MONTH_DAY_NANO),
        Row.of(-1L, 2L, Long.MIN_VALUE));
  }

  private static void check(IntervalUnit unit, int width, Row first, Row second) throws Exception {
    DataType type = new DataType.Interval(unit);
    try (OneBatch one =
        OneBatch.of(ArrayBuilder.plain(type, Arrays.asList(null, first, second, null)), 1, 3)) {
      IntervalColumn column = one.batch().column("c", IntervalColumn.class);
      assertEquals(Arrays.asList(first, second, null), ColumnValues.of(column));
      assertEquals(3L * width, column.segment().byteSize());
      assertEquals(1, column.nullCount());
      assertThrows(IndexOutOfBoundsException.class, () -> column.months(3));
      assertThrows(IllegalArgumentException.class, () -> one.batch().tensor("c"));
      assertThrows(IllegalArgumentException.class, () -> one.batch().stack("c"));
    }
  }

  @Test
  void decimalsOfAllWidthsGiveTheirLowAndHighBits() throws Exception {
    for (int bits : new int[] {32, 64, 128, 256}) {
      DataType type = new DataType.Decimal(DataType.Decimal.mostDigits(bits), 3, bits);
      BigInteger border = BigInteger.ONE.shiftLeft(bits - 1);
      List<Object> values = new ArrayList<>();
      for (BigInteger unscaled :
          List.of(
              BigInteger.ZERO,
              BigInteger.ONE.negate(),
              border.subtract(BigInteger.ONE),
              border.negate())) {
        values.add(new BigDecimal(unscaled, 3));
      }
      try (OneBatch one = OneBatch.of(ArrayBuilder.noisy(type, values, new SplittableRandom(1)))) {
        DecimalColumn column = one.batch().decimals("c");
        assertEquals(values, ColumnValues.of(column));
        for (int row = 0; row < 4; row++) {
          BigInteger unscaled = ((BigDecimal) values.get(row)).unscaledValue();
          assertEquals(unscaled.longValue(), column.low(row), type.toString());
          assertEquals(unscaled.shiftRight(64).longValue(), column.high(row), type.toString());
        }
        assertEquals(4L * bits / 8, column.segment().byteSize());
        assertThrows(IllegalArgumentException.class, () -> one.batch().tensor("c"));
      }
    }
    assertText("-0.000001", new DataType.Decimal(9, 6, 32), new BigDecimal("-0.000001"));
    assertText("12300", new DataType.Decimal(9, -2, 64), new BigDecimal("12300"));
    assertText("1E-1000", new DataType.Decimal(9, 1000, 256), new BigDecimal("1E-1000"));
    assertText(
        "1E+2147483648",
        new DataType.Decimal(9, Integer.MIN_VALUE, 32),
        BigDecimal.valueOf(1, Integer.MIN_VALUE));
  }

  @Test
  void textAndBytesAreReadAlikeHoweverTheyLie() throws Exception {
    List<Object> texts = Arrays.asList("x", null, "", "twelve bytes", "more than twelve bytes: ä");
    for (DataType type : List.of(TEXT, new DataType.LargeUtf8(), new DataType.Utf8View())) {
      ArrayData data = ArrayBuilder.noisy(type, texts, new SplittableRandom(3));
      try (OneBatch one = OneBatch.of(data)) {
        Utf8Column column = one.batch().strings("c");
        assertEquals(texts, ColumnValues.of(column));
        assertEquals(26, column.byteLength(4));
        assertEquals(26, column.bytes(4).byteSize());
        String[] copied = new String[5];
        column.copyTo(copied, 0);
        assertEquals(texts, Arrays.asList(copied));
        assertEquals("more than twelve bytes: ä", column.text(4));
        assertEquals("null", column.text(1));
      }
    }
    List<Object> bytes = Arrays.asList(Bytes.of((byte) 0, (byte) -1), null, Bytes.of(new byte[20]));
    for (DataType type :
        List.of(new DataType.Binary(), new DataType.LargeBinary(), new DataType.BinaryView())) {
      try (OneBatch one = OneBatch.of(ArrayBuilder.noisy(type, bytes, new SplittableRandom(3)))) {
        BinaryColumn column = one.batch().binaries("c");
        assertEquals(bytes, ColumnValues.of(column));
        assertEquals(20, column.byteLength(2));
        assertEquals("00ff", column.text(0));
        byte[][] copied = new byte[3][];
        column.copyTo(copied, 0);
        assertEquals(20, copied[2].length);
      }
    }
  }

  @Test
  void listsAreReadAlikeHoweverTheyLie() throws Exception {
    Field item = Field.of("item", INT);
    List<Object> values = Arrays.asList(List.of(9L), null, List.of(), Arrays.asList(1L, null));
    for (DataType type :
        List.of(
            new DataType.List(item),
            new DataType.LargeList(item),
            new DataType.ListView(item),
            new DataType.LargeListView(item))) {
      ArrayData data = ArrayBuilder.noisy(type, values, new SplittableRandom(5));
      try (OneBatch one = OneBatch.of(data, 1, 3)) {
        ListColumn column = one.batch().column("c", ListColumn.class);
        assertEquals(values.subList(1, 4), ColumnValues.of(column));
        assertEquals(2, column.length(2));
        assertEquals("[1, null]", column.text(2));
        assertEquals("[]", column.text(1));
        assertEquals("null", column.text(0));
        assertThrows(IndexOutOfBoundsException.class, () -> column.get(3));
      }
    }
  }

  @Test
  void mapsAreListsOfPairsAndPrintAsStructsDo() throws Exception {
    DataType pair = new DataType.Struct(List.of(Field.of("k", TEXT), Field.of("v", INT)));
    DataType type = new DataType.Map(Field.of("entries", pair), true);
    try (OneBatch one =
        OneBatch.of(type, List.of(Row.of("a", 1L), Row.of("b", null)), null, List.of())) {
      ListColumn column = one.batch().column("c", ListColumn.class);
      assertEquals("{a: 1, b: null}", column.text(0));
      assertEquals("null", column.text(1));
      assertEquals("{}", column.text(2));
      assertEquals(2, column.length(0));
      StructColumn entries = assertInstanceOf(StructColumn.class, column.get(0));
      assertEquals("b", ((Utf8Column) entries.column("k")).get(1));
      assertThrows(RuntimeException.class, () -> one.batch().tensor("c"));
    }
  }

  @Test
  void unionsGiveTypeIdAndValue() throws Exception {
    for (UnionMode mode : UnionMode.values()) {
      DataType type =
          new DataType.Union(mode, List.of(9, 4), List.of(Field.of("i", INT), Field.of("s", TEXT)));
      List<Object> values = Arrays.asList(Row.of(9L, 1L), null, Row.of(4L, "x"), Row.of(9L, 2L));
      for (int seed = 0; seed < 10; seed++) {
        ArrayData data = ArrayBuilder.noisy(type, values, new SplittableRandom(seed));
        try (OneBatch one = OneBatch.of(data, 1, 3)) {
          UnionColumn column = one.batch().column("c", UnionColumn.class);
          assertTrue(column.isNull(0));
          assertEquals(4, column.typeId(1));
          assertEquals("x", ((Utf8Column) column.get(1)).get(0));
          assertEquals(1, column.get(1).rows());
          assertEquals(9, column.typeId(2));
          assertEquals(2, ((IntColumn) column.get(2)).get(0));
          assertEquals(1, column.nullCount());
          assertEquals(
              List.of("null", "x", "2"), List.of(column.text(0), column.text(1), column.text(2)));
          assertThrows(IndexOutOfBoundsException.class, () -> column.get(3));
          assertThrows(IndexOutOfBoundsException.class, () -> column.typeId(-1));
          IllegalArgumentException refusal =
              assertThrows(IllegalArgumentException.class, () -> one.batch().tensor("c"));
          assertTrue(
              refusal
                  .getMessage()
                  .endsWith("no tensor; read it with column(\"c\", UnionColumn.class)"),
              refusal::getMessage);
          assertThrows(IllegalArgumentException.class, () -> one.batch().stack("c"));
        }
      }
    }
  }

  @Test
  void runsGiveTheirValuesInEverySlice() throws Exception {
    List<Object> values = Arrays.asList(5L, 5L, null, null, null, 7L, 5L, 5L, 5L, 8L);
    for (int bits : new int[] {16, 32, 64}) {
      DataType type =
          new DataType.RunEndEncoded(
              Field.of("run_ends", new DataType.Int(bits, true)), Field.of("values", INT));
      ArrayData data = ArrayBuilder.plain(type, values);
      int[] run = {0, 0, 1, 1, 1, 2, 3, 3, 3, 4};
      for (int from = 0; from < values.size(); from++) {
        for (int end = from + 1; end <= values.size(); end++) {
          try (OneBatch one = OneBatch.of(data, from, end - from)) {
            RunEndEncodedColumn column = one.batch().column("c", RunEndEncodedColumn.class);
            assertEquals(run[end - 1] - run[from] + 1, column.values().rows());
            int nulls = 0;
            for (int row = 0; row < end - from; row++) {
              assertEquals(run[from + row] - run[from], column.get(row));
              Object value = values.get(from + row);
              assertEquals(value == null, column.isNull(row));
              assertEquals(value == null, column.values().isNull(column.get(row)));
              assertEquals(String.valueOf(value), column.text(row));
              nulls += value == null ? 1 : 0;
            }
            assertEquals(nulls, column.nullCount());
            int rows = end - from;
            assertThrows(IndexOutOfBoundsException.class, () -> column.get(rows));
            assertEquals(ColumnValues.of(column), ColumnValues.of(one.batch().copy().column("c")));
          }
        }
      }
    }
    DataType type =
        new DataType.RunEndEncoded(
            Field.of("run_ends", new DataType.Int(16, true)), Field.of("values", INT));
    try (OneBatch one = OneBatch.of(type, 1L)) {
      assertThrows(IllegalArgumentException.class, () -> one.batch().tensor("c"));
      assertThrows(IllegalArgumentException.class, () -> one.batch().stack("c"));
    }
  }

  @Test
  void nothingButNullsIsNoTensor() throws Exception {
    try (OneBatch one = OneBatch.of(new DataType.Null(), null, null)) {
      assertEquals(
          "column 'c' is null: no tensor; read it with column(\"c\", NullColumn.class)",
          assertThrows(IllegalArgumentException.class, () -> one.batch().tensor("c")).getMessage());
      assertEquals(
          "column 'c' is null, not a number",
          assertThrows(IllegalArgumentException.class, () -> one.batch().stack("c")).getMessage());
      assertEquals("c null, 2 rows: [null, null]", one.batch().column("c").toString());
    }
  }
}
