package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.internal.rows.Chunk;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.schema.TimeUnit;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Filters keep the rows that DuckDB keeps for the same text, and that PyArrow keeps where floats
/// are special.
class FilterPeersTest {
  private static final int ROWS = 150;

  /// Prints the kept rows of each filter, after putting the values into a table of Arrow.
  private static final String DUCKDB =
      """
      import sys, duckdb, pyarrow as pa
      columns, filters = eval(open(sys.argv[1], encoding='utf-8').read())
      types = dict(i8=pa.int8(), i64=pa.int64(), u32=pa.uint32(), f64=pa.float64(), t=pa.string(),
                   b=pa.bool_(), d=pa.date32(), ts=pa.timestamp('us'), k=pa.string())
      t = pa.table({n: pa.array(v, types[n]) for n, v in columns.items()})
      t = t.append_column('row', pa.array(range(len(t))))
      for text in filters:
        rows = duckdb.sql(f'select "row" from t where {text} order by "row"').fetchall()
        print([row[0] for row in rows])
      """;

  private static final String PYARROW =
      """
      import sys, pyarrow as pa, pyarrow.compute as pc
      inf, nan = float('inf'), float('nan')
      values = [nan, -0.0, 0.0, 0.1, 0.5, -inf, inf, None]
      for type in [pa.float32(), pa.float64()]:
        array = pa.array(values, type)
        for value in [nan, 0.0, -0.0, 0.1, inf, -inf]:
          for op in [pc.equal, pc.not_equal, pc.less, pc.less_equal, pc.greater, pc.greater_equal]:
            kept = op(array, pa.scalar(value, pa.float64()))
            print([i for i, k in enumerate(kept.to_pylist()) if k])
      """;

  @TempDir private Path folder;

  private static Map<Field, List<Object>> columns(SplittableRandom random) {
    Map<String, DataType> types = new LinkedHashMap<>();
    types.put("i8", new DataType.Int(8, true));
    types.put("i64", new DataType.Int(64, true));
    types.put("u32", new DataType.Int(32, false));
    types.put("f64", new DataType.FloatingPoint(64));
    types.put("t", new DataType.Utf8());
    types.put("b", new DataType.Bool());
    types.put("d", new DataType.Date(32));
    types.put("ts", new DataType.Timestamp(TimeUnit.MICROSECOND, Optional.empty()));
    types.put("k", new DataType.Dictionary(new DataType.Int(8, true), new DataType.Utf8(), false));
    Map<Field, List<Object>> columns = new LinkedHashMap<>();
    types.forEach((name, type) -> {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        values.add(random.nextInt(5) == 0 ? null : value(name, random));
      }
      columns.put(Field.of(name, type), values);
    });
    return columns;
  }

  private static Object value(String name, SplittableRandom random) {
    return switch (name) {
      case "i8" -> random.nextLong(-128, 128);
      case "i64" -> random.nextLong(-3, 4) * 1_000_000_007L;
      case "u32" -> random.nextLong(1L << 32);
      case "f64" -> random.nextInt(-8, 9) / 4.0;
      case "b" -> random.nextBoolean();
      case "d" -> random.nextLong(-20, 20_000);
      case "ts" -> random.nextLong(-5, 5) * 43_200_000_000L + random.nextInt(2);
      default -> List.of("", "a", "ab", "it's", "é", "😀", "\uFFFF", "Z").get(random.nextInt(8));
    };
  }

  private static String literal(Object value, SplittableRandom random) {
    return switch (value) {
      case Long number -> random.nextInt(3) == 0 ? number + ".5" : number.toString();
      case Double number -> random.nextInt(3) == 0 ? "0.1" : number.toString();
      case Boolean truth -> truth.toString();
      default -> "'" + value.toString().replace("'", "''") + "'";
    };
  }

  private static String literal(Field field, SplittableRandom random) {
    Object value = value(field.name(), random);
    return switch (field.name()) {
      case "d" -> "'" + java.time.LocalDate.ofEpochDay((long) value) + "'";
      case "ts" ->
          "'" + java.time.LocalDateTime.of(1970, 1, 1, 0, 0).plusNanos(1_000 * (long) value) + "'";
      case "u32" -> value.toString();
      default -> literal(value, random);
    };
  }

  /// In the words that both understand.
  private static String text(List<Field> fields, int depth, SplittableRandom random) {
    if (depth > 0 && random.nextInt(4) != 0) {
      String left = text(fields, depth - 1, random);
      String right = text(fields, depth - 1, random);
      return switch (random.nextInt(3)) {
        case 0 -> "not (" + left + ")";
        case 1 -> "(" + left + ") and (" + right + ")";
        default -> "(" + left + " or " + right + ")";
      };
    }
    Field field = fields.get(random.nextInt(fields.size()));
    String name = field.name();
    String one = literal(field, random);
    String other = literal(field, random);
    String not = random.nextBoolean() ? "not " : "";
    return switch (random.nextInt(9)) {
      case 0 -> name + " is " + not + "null";
      case 1 -> name + " " + not + "between " + one + " and " + other;
      case 2 -> name + " " + not + "in (" + one + ", " + other + ")";
      case 3 -> name + " " + not + "in (" + one + ", null)";
      default -> {
        List<String> operators = List.of("=", "!=", "<>", "<", "<=", ">", ">=", "==");
        yield not + name + " " + operators.get(random.nextInt(operators.size())) + " " + one;
      }
    };
  }

  private static String python(Object value) {
    return switch (value) {
      case null -> "None";
      case Boolean truth -> truth ? "True" : "False";
      case String text ->
          text.chars()
              .mapToObj(c -> String.format("\\u%04x", c))
              .collect(
                  Collectors.joining(
                      "", "'", "'.encode('utf-16', 'surrogatepass').decode('utf-16')"));
      default -> value.toString();
    };
  }

  private static String python(String field, Object value) {
    if (value != null && field.equals("d")) {
      return "__import__('datetime').date.fromisoformat('"
          + java.time.LocalDate.ofEpochDay((long) value)
          + "')";
    }
    return python(value);
  }

  private static Chunk chunk(Map<Field, List<Object>> columns, Schema schema, int rows) {
    List<ArrayData> data =
        columns.entrySet().stream()
            .map(column -> ArrayBuilder.plain(column.getKey().type(), column.getValue()))
            .toList();
    return Chunk.of(schema, new RecordBatch(0, rows, data));
  }

  @Test
  void duckdbKeepsTheSameRows() throws IOException, InterruptedException {
    Python.require("pyarrow, duckdb");
    SplittableRandom random = new SplittableRandom(11);
    Map<Field, List<Object>> columns = columns(random);
    Schema schema = Schema.of(columns.keySet().toArray(Field[]::new));
    List<String> filters =
        IntStream.range(0, 400).mapToObj(_ -> text(schema.fields(), 4, random)).toList();
    String values =
        columns.entrySet().stream()
            .map(column ->
                python(column.getKey().name())
                    + ": ["
                    + column.getValue().stream()
                        .map(value -> python(column.getKey().name(), value))
                        .collect(Collectors.joining(","))
                    + "]")
            .collect(Collectors.joining(",", "{", "}"));
    String texts =
        filters.stream().map(FilterPeersTest::python).collect(Collectors.joining(",", "[", "]"));
    Path input = Files.writeString(folder.resolve("input"), "(" + values + "," + texts + ")");
    List<String> expected = Python.run(DUCKDB, input.toString()).lines().toList();
    Chunk chunk = chunk(columns, schema, ROWS);
    assertEquals(filters.size(), expected.size());
    for (int i = 0; i < filters.size(); i++) {
      String filter = filters.get(i);
      List<Integer> found = BoundFilterTest.rows(Filter.parse(filter).bind(schema).evaluate(chunk));
      assertEquals(expected.get(i), found.toString(), filter);
    }
  }

  @Test
  void pyarrowKeepsTheSameSpecialFloats() throws IOException, InterruptedException {
    Python.require("pyarrow");
    List<String> expected = Python.run(PYARROW).lines().toList();
    Double[] values = {
      Double.NaN, -0.0, 0.0, 0.1, 0.5, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, null
    };
    List<Object> floats = new ArrayList<>();
    for (Double value : values) {
      floats.add(value == null ? null : (Object) value.floatValue());
    }
    List<String> found = new ArrayList<>();
    for (int bits : new int[] {32, 64}) {
      Field field = Field.of("x", new DataType.FloatingPoint(bits));
      Schema schema = Schema.of(field);
      List<Object> column = bits == 32 ? floats : Arrays.asList((Object[]) values);
      Chunk chunk = chunk(Map.of(field, column), schema, values.length);
      for (Object value :
          List.of(Double.NaN, 0.0, -0.0, 0.1, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)) {
        for (Filter filter :
            List.of(
                Filter.eq("x", value),
                Filter.ne("x", value),
                Filter.lt("x", value),
                Filter.le("x", value),
                Filter.gt("x", value),
                Filter.ge("x", value))) {
          found.add(BoundFilterTest.rows(filter.bind(schema).evaluate(chunk)).toString());
        }
      }
    }
    assertEquals(expected, found);
  }
}
