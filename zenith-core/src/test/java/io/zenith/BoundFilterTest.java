package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.internal.filter.BoundFilter;
import io.zenith.internal.filter.Selection;
import io.zenith.internal.layout.Layouts;
import io.zenith.internal.rows.Chunk;
import io.zenith.internal.rows.FileColumns;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.schema.TimeUnit;
import io.zenith.spi.ArrayData;
import io.zenith.spi.Projection;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import io.zenith.testkit.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundFilterTest {
  private static final int MOST_ROWS = 200;

  /// The selected rows, found in every way that a selection knows, which must agree.
  static List<Integer> rows(Selection selection) {
    List<Integer> rows = new ArrayList<>();
    for (long row = selection.next(0); row < selection.rows(); row = selection.next(row + 1)) {
      rows.add((int) row);
    }
    assertEquals(rows.size(), selection.count());
    return rows;
  }

  private static List<Integer> kept(DataType type, Filter filter, Object... values) {
    Schema schema = Schema.of(Field.of("x", type));
    ArrayData column = ArrayBuilder.plain(type, Arrays.asList(values));
    Chunk chunk = Chunk.of(schema, new RecordBatch(0, values.length, List.of(column)));
    return rows(filter.bind(schema).evaluate(chunk));
  }

  /// A type whose values the oracle knows: flat, or flat in a dictionary or in runs.
  private static DataType type(SplittableRandom random) {
    List<DataType> flat = RandomData.flatTypes();
    DataType type = flat.get(random.nextInt(flat.size()));
    return switch (random.nextInt(5)) {
      case 0 ->
          new DataType.Dictionary(
              new DataType.Int(8 << random.nextInt(4), random.nextBoolean()), type, false);
      case 1 ->
          new DataType.RunEndEncoded(
              new Field(
                  "run_ends", new DataType.Int(16 << random.nextInt(3), true), false, Map.of()),
              Field.of("values", type));
      default -> random.nextInt(8) == 0 ? RandomData.type(random, 2) : type;
    };
  }

  @Test
  void randomFiltersKeepTheRowsThatAnInterpreterKeeps() {
    Property.check(
        700,
        (random, _) -> {
          int before = random.nextInt(70);
          int count = random.nextInt(MOST_ROWS);
          int all = before + count + random.nextInt(70);
          Map<Field, List<Object>> columns = new LinkedHashMap<>();
          for (int i = 0; i < 1 + random.nextInt(3); i++) {
            DataType type = type(random);
            List<Object> values =
                new ArrayList<>(RandomData.values(type, all, random.nextInt(3) * 30, random));
            columns.put(Field.of("c " + i, type), values);
          }
          check(columns, before, count, random);
        });
  }

  private static void check(
      Map<Field, List<Object>> columns, int before, int count, SplittableRandom random) {
    Schema schema = Schema.of(columns.keySet().toArray(Field[]::new));
    List<ArrayData> data = new ArrayList<>();
    Map<Field, List<Object>> samples = new LinkedHashMap<>();
    columns.forEach((field, values) -> {
      data.add(
          random.nextBoolean()
              ? ArrayBuilder.noisy(field.type(), values, random)
              : ArrayBuilder.plain(field.type(), values));
      samples.put(field, RandomFilter.samples(field.type(), values, random));
    });
    Chunk chunk = Chunk.of(schema, new RecordBatch(before, count, data));
    for (int i = 0; i < 3; i++) {
      RandomFilter filter = RandomFilter.of(samples, 4, random);
      List<Integer> expected =
          IntStream.range(0, count)
              .filter(row -> Boolean.TRUE.equals(filter.truth().apply(row(columns, before + row))))
              .boxed()
              .toList();
      assertEquals(
          expected,
          rows(filter.filter().bind(schema).evaluate(chunk)),
          () -> filter.filter() + " of " + schema);
      assertEquals(filter.filter(), Filter.parse(filter.filter().toString()));
    }
  }

  private static Map<String, Object> row(Map<Field, List<Object>> columns, int row) {
    Map<String, Object> values = new HashMap<>();
    columns.forEach((field, column) -> values.put(field.name(), column.get(row)));
    return values;
  }

  @Test
  void wholeNumbersCompareExactly() {
    DataType int64 = new DataType.Int(64, true);
    Object[] values = {Long.MIN_VALUE, -1L, 0L, 1L, 2L, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE};
    assertEquals(List.of(0, 1, 2, 3), kept(int64, Filter.lt("x", 1.5), values));
    assertEquals(List.of(0, 1, 2, 3), kept(int64, Filter.le("x", 1.5), values));
    assertEquals(List.of(), kept(int64, Filter.eq("x", 1.5), values));
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7), kept(int64, Filter.ne("x", 1.5), values));
    assertEquals(List.of(5), kept(int64, Filter.eq("x", 0x1p53), values));
    assertEquals(List.of(6, 7), kept(int64, Filter.gt("x", 0x1p53), values));
    assertEquals(List.of(), kept(int64, Filter.ge("x", 0x1p63), values));
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7), kept(int64, Filter.lt("x", 0x1p63), values));
    assertEquals(List.of(0), kept(int64, Filter.le("x", -0x1p63), values));
    assertEquals(List.of(), kept(int64, Filter.lt("x", -0x1p63), values));
    assertEquals(List.of(2), kept(int64, Filter.eq("x", -0.0), values));
    assertEquals(List.of(), kept(int64, Filter.lt("x", Double.NaN), values));
    assertEquals(8, kept(int64, Filter.ne("x", Double.NaN), values).size());
    assertEquals(8, kept(int64, Filter.lt("x", Double.POSITIVE_INFINITY), values).size());
    assertEquals(List.of(3), kept(int64, Filter.in("x", 1, 1.5, 0x1p63, Double.NaN), values));
  }

  @Test
  void unsignedNumbersAreNotNegative() {
    DataType uint64 = new DataType.Int(64, false);
    Object[] values = {0L, 1L, Long.MAX_VALUE, Long.MIN_VALUE, -1L};
    assertEquals(List.of(3, 4), kept(uint64, Filter.ge("x", 0x1p63), values));
    assertEquals(List.of(4), kept(uint64, Filter.parse("x = 18446744073709551615"), values));
    assertEquals(List.of(4), kept(uint64, Filter.parse("x in (18446744073709551615, -1)"), values));
    assertEquals(List.of(), kept(uint64, Filter.lt("x", 0), values));
    assertEquals(List.of(0, 1, 2, 3, 4), kept(uint64, Filter.gt("x", -1), values));
    DataType uint8 = new DataType.Int(8, false);
    assertEquals(List.of(1), kept(uint8, Filter.ge("x", 200), 0L, 255L, 127L));
  }

  @Test
  void floatsCompareAsIeeeSays() {
    DataType float64 = new DataType.FloatingPoint(64);
    Object[] values = {
      Double.NaN, -0.0, 0.0, 0.1, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, null
    };
    assertEquals(List.of(1, 2), kept(float64, Filter.eq("x", 0), values));
    assertEquals(List.of(1, 2), kept(float64, Filter.eq("x", -0.0), values));
    assertEquals(List.of(4), kept(float64, Filter.lt("x", -0.0), values));
    assertEquals(List.of(3), kept(float64, Filter.parse("x = 0.1"), values));
    assertEquals(List.of(0, 1, 2, 4, 5), kept(float64, Filter.ne("x", 0.1), values));
    assertEquals(List.of(0, 3, 4, 5), kept(float64, Filter.not(Filter.eq("x", 0)), values));
    assertEquals(List.of(), kept(float64, Filter.eq("x", Double.NaN), values));
    assertEquals(List.of(0, 1, 2, 3, 4, 5), kept(float64, Filter.ne("x", Double.NaN), values));
    assertEquals(List.of(), kept(float64, Filter.lt("x", Double.NEGATIVE_INFINITY), values));
    assertEquals(List.of(4), kept(float64, Filter.le("x", Double.NEGATIVE_INFINITY), values));
    assertEquals(List.of(5), kept(float64, Filter.gt("x", Double.MAX_VALUE), values));
    assertEquals(List.of(5), kept(float64, Filter.in("x", Double.NaN, 1e308 * 10), values));
    DataType float32 = new DataType.FloatingPoint(32);
    assertEquals(List.of(), kept(float32, Filter.eq("x", 0.1), 0.1f));
    assertEquals(List.of(0), kept(float32, Filter.eq("x", 0.1f), 0.1f));
    assertEquals(List.of(0), kept(float32, Filter.gt("x", 0.1), 0.1f));
    assertEquals(List.of(0), kept(float32, Filter.lt("x", 0.7), 0.7f));
    assertEquals(List.of(1), kept(float32, Filter.gt("x", 3.5e38), 3e38f, Float.POSITIVE_INFINITY));
    DataType float16 = new DataType.FloatingPoint(16);
    assertEquals(List.of(1), kept(float16, Filter.gt("x", 65504), 65504f, Float.POSITIVE_INFINITY));
  }

  @Test
  void textComparesByItsBytes() {
    DataType text = new DataType.Utf8();
    Object[] values = {"", "a", "é", "\uFFFF", "😀", "ab", null};
    assertEquals(List.of(0), kept(text, Filter.eq("x", ""), values));
    assertEquals(List.of(1, 2, 3, 4, 5), kept(text, Filter.gt("x", ""), values));
    assertEquals(List.of(4), kept(text, Filter.gt("x", "\uFFFF"), values));
    assertEquals(List.of(0, 1, 2, 3, 4, 5), kept(text, Filter.startsWith("x", ""), values));
    assertEquals(List.of(1, 5), kept(text, Filter.startsWith("x", "a"), values));
    assertEquals(List.of(2), kept(text, Filter.startsWith("x", "é"), values));
    assertEquals(List.of(2, 5), kept(text, Filter.in("x", "ab", "é", "b"), values));
    assertEquals(List.of(6), kept(text, Filter.isNull("x"), values));
  }

  @Test
  void unknownIsNeverKept() {
    DataType int8 = new DataType.Int(8, true);
    Object[] values = {1L, 2L, null};
    assertEquals(List.of(1), kept(int8, Filter.not(Filter.eq("x", 1)), values));
    assertEquals(List.of(0), kept(int8, Filter.in("x", 1, null), values));
    assertEquals(List.of(), kept(int8, Filter.not(Filter.in("x", 1, null)), values));
    assertEquals(List.of(), kept(int8, Filter.in("x", new Object[] {null}), values));
    assertEquals(
        List.of(0, 1, 2), kept(int8, Filter.parse("x = 1 or not x = 1 or x is null"), values));
    assertEquals(List.of(1, 2), kept(int8, Filter.parse("not (x = 1 and x is not null)"), values));
    assertEquals(List.of(), kept(new DataType.Null(), Filter.parse("not x = 'a'"), null, null));
    assertEquals(List.of(0, 1), kept(new DataType.Null(), Filter.isNull("x"), null, null));
  }

  @Test
  void timesCompareWithTheirUnitAndZone() {
    DataType seconds = new DataType.Timestamp(TimeUnit.SECOND, Optional.of("Europe/Paris"));
    assertEquals(List.of(1), kept(seconds, Filter.parse("x >= '1970-01-01T00:00:00.5Z'"), 0L, 1L));
    assertEquals(
        List.of(0), kept(seconds, Filter.parse("x = '1970-01-01T01:00:00+01:00'"), 0L, 1L));
    DataType local = new DataType.Timestamp(TimeUnit.MILLISECOND, Optional.empty());
    assertEquals(List.of(0), kept(local, Filter.parse("x = '1970-01-01'"), 0L, 1L));
    assertEquals(List.of(1), kept(local, Filter.parse("x = '1970-01-01 00:00:00.001'"), 0L, 1L));
    DataType days = new DataType.Date(32);
    assertEquals(List.of(1), kept(days, Filter.parse("x > '1970-01-01'"), 0L, 1L));
    DataType millis = new DataType.Date(64);
    assertEquals(List.of(1), kept(millis, Filter.parse("x = '1970-01-02'"), 0L, 86_400_000L));
    DataType span = new DataType.Duration(TimeUnit.MICROSECOND);
    assertEquals(List.of(0), kept(span, Filter.parse("x < 'PT0.0000015S'"), 1L, 2L));
  }

  @Test
  void fieldsOfStructsAreNamedByPaths() {
    DataType inner = new DataType.Struct(List.of(Field.of("c", new DataType.Int(32, true))));
    DataType outer =
        new DataType.Struct(List.of(Field.of("b", inner), Field.of("b.c", new DataType.Utf8())));
    Object[] values = {
      Row.of(Row.of(1L), "x"),
      Row.of(Row.of(2L), "y"),
      Row.of(Row.of((Object) null), null),
      Row.of(null, "z"),
      null
    };
    assertEquals(List.of(0), kept(outer, Filter.eq("x.b.c", "x"), values));
    DataType plain = new DataType.Struct(List.of(Field.of("b", inner)));
    Object[] rows = {
      Row.of(Row.of(1L)),
      Row.of(Row.of(2L)),
      Row.of(Row.of((Object) null)),
      Row.of((Object) null),
      null
    };
    assertEquals(List.of(1), kept(plain, Filter.gt("x.b.c", 1), rows));
    assertEquals(List.of(0), kept(plain, Filter.parse("not x.b.c > 1"), rows));
    assertEquals(List.of(2, 3, 4), kept(plain, Filter.isNull("x.b.c"), rows));
    assertEquals(List.of(3, 4), kept(plain, Filter.isNull("x.b"), rows));
    assertEquals(List.of(0, 1, 2, 3), kept(plain, Filter.isNotNull("x"), rows));
  }

  private static void isRefused(String expected, DataType type, String filter) {
    Schema schema = Schema.of(Field.of("x", type));
    String message =
        assertThrows(IllegalArgumentException.class, () -> Filter.parse(filter).bind(schema))
            .getMessage();
    assertEquals(expected, message);
  }

  @Test
  void errorsNameColumnAndType() {
    DataType int64 = new DataType.Int(64, true);
    isRefused("no column 'label'; columns: x int64", int64, "x < 1 and not label is null");
    isRefused("column 'x' is int64: compare it with a whole number, not 'abc'", int64, "x = 'abc'");
    isRefused(
        "column 'x' is int64: compare it with a whole number, not true", int64, "x in (1, true)");
    isRefused(
        "column 'x' is int64: only text can be asked what it starts with",
        int64,
        "x startswith 'a'");
    isRefused(
        "column 'x' is utf8: compare it with text such as 'abc', not 1",
        new DataType.Utf8(),
        "x = 1");
    isRefused(
        "column 'x' is binary: compare it with bytes such as x'00ff', not 'a'",
        new DataType.Binary(),
        "x = 'a'");
    isRefused(
        "column 'x' is float16: compare it with a number, not 'a'",
        new DataType.FloatingPoint(16),
        "x = 'a'");
    isRefused(
        "column 'x' is bool: compare it with true or false, not 1", new DataType.Bool(), "x = 1");
    isRefused(
        "column 'x' is date32[day]: compare it with a date such as '2024-02-29', not '2023-02-29'",
        new DataType.Date(32),
        "x = '2023-02-29'");
    isRefused(
        "column 'x' is timestamp[s]: compare it with a time without a zone such as"
            + " '2024-02-29T12:30:00', not '2024-02-29T12:30:00Z'",
        new DataType.Timestamp(TimeUnit.SECOND, Optional.empty()),
        "x = '2024-02-29T12:30:00Z'");
    isRefused(
        "column 'x' is timestamp[s, UTC]: compare it with a time with its zone such as"
            + " '2024-02-29T12:30:00Z', not '2024-02-29'",
        new DataType.Timestamp(TimeUnit.SECOND, Optional.of("UTC")),
        "x = '2024-02-29'");
    isRefused(
        "column 'x' is time32[s]: compare it with a time of day such as '12:30:00', not nan",
        new DataType.Time(TimeUnit.SECOND),
        "x = nan");
    DataType list = new DataType.List(Field.of("item", int64));
    isRefused(
        "column 'x' is list<int64>: it cannot be compared, only asked for nulls", list, "x = 1");
    DataType words = new DataType.Dictionary(new DataType.Int(8, true), new DataType.Utf8(), false);
    isRefused(
        "column 'x' is dictionary<int8, utf8>: compare it with text such as 'abc', not 1",
        words,
        "x = 1");
    isRefused(
        "column 'x' is decimal128(5, 2000000000): it cannot be compared, only asked for nulls",
        new DataType.Decimal(5, 2_000_000_000, 128),
        "x = 1");
  }

  @Test
  void namesThatSeveralColumnsHaveAreRefused() {
    DataType type = new DataType.Int(8, true);
    Field twice =
        Field.of("s", new DataType.Struct(List.of(Field.of("a", type), Field.of("a", type))));
    Schema schema = Schema.of(Field.of("x", type), Field.of("x", type), Field.of("y", type), twice);
    for (String name : List.of("x", "s.a")) {
      assertThrows(IllegalArgumentException.class, () -> Filter.eq(name, 1).bind(schema), name);
    }
    assertEquals(
        List.of(Projection.whole(2), new Projection(3, Projection.columns(0))),
        Filter.parse("s is null or y = 1 or y = 2").bind(schema).columns());
  }

  @Test
  void filesOfNarrowerTypesAndWithoutTheColumnAreAskedTheSame() {
    Schema dataset =
        Schema.of(
            Field.of("x", new DataType.FloatingPoint(64)),
            Field.of("other", new DataType.Utf8()),
            Field.of("y", new DataType.Int(64, true)));
    Schema file = Schema.of(Field.of("x", new DataType.Int(32, true)));
    FileColumns columns = FileColumns.of(file, dataset, Projection.columns(0, 2));
    ArrayData data =
        ArrayBuilder.plain(file.fields().getFirst().type(), Arrays.asList(1L, 2L, null));
    Chunk chunk = Chunk.binders(columns).get().bind("a file", new RecordBatch(0, 3, List.of(data)));
    Map<String, List<Integer>> expected =
        Map.of(
            "x < 1.5", List.of(0),
            "x = 1.00000000000000000001", List.of(0),
            "y is null", List.of(0, 1, 2),
            "y is not null", List.of(),
            "not y = 1", List.of(),
            "not (x = 1 and y = 1)", List.of(1));
    expected.forEach((filter, rows) ->
        assertEquals(rows, rows(Filter.parse(filter).bind(dataset).evaluate(chunk)), filter));
  }

  @Test
  void eachRecordBatchMayHaveADictionaryOfItsOwn() {
    DataType type = new DataType.Dictionary(new DataType.Int(8, true), new DataType.Utf8(), false);
    Schema schema = Schema.of(Field.of("x", type));
    BoundFilter filter = Filter.parse("x != 'a'").bind(schema);
    Selection.Builder both = new Selection.Builder();
    for (List<?> values : List.of(List.of("a", "b"), List.of("b", "c"), Arrays.asList("a", null))) {
      RecordBatch batch = new RecordBatch(0, 2, List.of(ArrayBuilder.plain(type, values)));
      filter.evaluate(Chunk.of(schema, batch), both);
    }
    assertEquals(List.of(1, 2, 3), rows(both.build()));
  }

  @Test
  void aCorruptColumnIsFoundWhenItIsAsked() {
    DataType text = new DataType.Utf8();
    ArrayData corrupt = ArrayBuilder.plain(text, List.of("a", "b"));
    corrupt.buffers().get(2).set(Layouts.BYTE, 0, (byte) 0xFF);
    Schema schema = Schema.of(Field.of("x", text), Field.of("y", text));
    ArrayData sound = ArrayBuilder.plain(text, List.of("a", "b"));
    Chunk chunk = Chunk.of(schema, new RecordBatch(0, 2, List.of(corrupt, sound)));
    assertEquals(List.of(1), rows(Filter.eq("y", "b").bind(schema).evaluate(chunk)));
    BoundFilter asks = Filter.eq("x", "b").bind(schema);
    String message =
        assertThrows(MalformedDataException.class, () -> asks.evaluate(chunk)).getMessage();
    assertTrue(message.contains("column 'x', row 0: found byte 0xff"), message);
  }

  @Test
  void aSplitWithoutRowsHasNone() {
    Schema schema = Schema.of(Field.of("x", new DataType.Int(8, true)));
    BoundFilter filter = Filter.eq("x", 1).bind(schema);
    assertEquals(0, filter.evaluate(Chunk.NONE).rows());
    assertEquals(Projection.columns(0), filter.columns());
  }
}
