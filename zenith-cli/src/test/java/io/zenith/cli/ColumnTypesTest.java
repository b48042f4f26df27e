package io.zenith.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.IntervalMonthDayNanoVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.impl.UnionMapWriter;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The types of columns that the generated sets have not, as the commands show and touch them.
class ColumnTypesTest {
  private static final String LONG = "longer than twelve bytes";
  private static final ArrowType INT32 = new ArrowType.Int(32, true);

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    Field number = Field.nullable("n", INT32);
    Field word = Field.nullable("w", new ArrowType.Utf8());
    Field key = Field.notNullable("key", new ArrowType.Utf8());
    Field pair =
        new Field(
            "entries",
            FieldType.notNullable(new ArrowType.Struct()),
            List.of(key, Field.nullable("value", INT32)));
    Field ends = Field.notNullable("run_ends", INT32);
    List<Field> fields =
        List.of(
            Field.nullable("nothing", new ArrowType.Null()),
            Field.nullable("span", new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO)),
            nested("map", new ArrowType.Map(false), pair),
            nested("union", new ArrowType.Union(UnionMode.Dense, new int[] {0, 1}), number, word),
            nested("runs", new ArrowType.RunEndEncoded(), ends, word),
            Field.nullable("view", new ArrowType.Utf8View()),
            nested("lists", new ArrowType.ListView(), number));
    file = ArrowFile.write(folder.resolve("types.arrow"), fields, ColumnTypesTest::fill);
    ArrowFile.write(folder.resolve("more.arrow"), fields, ColumnTypesTest::fill);
  }

  private static Field nested(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  /// Three rows, of which the second is null as far as a column can be.
  private static void fill(VectorSchemaRoot root) {
    IntervalMonthDayNanoVector spans = (IntervalMonthDayNanoVector) root.getVector("span");
    spans.setSafe(0, 1, 2, 3);
    spans.setSafe(2, -1, -2, -3);
    UnionMapWriter maps = ((MapVector) root.getVector("map")).getWriter();
    maps.setPosition(0);
    maps.startMap();
    for (String name : List.of("a", "b")) {
      maps.startEntry();
      maps.key().varChar().writeVarChar(name);
      maps.value().integer().writeInt(name.charAt(0));
      maps.endEntry();
    }
    maps.endMap();
    maps.setPosition(2);
    maps.startMap();
    maps.endMap();
    DenseUnionVector union = (DenseUnionVector) root.getVector("union");
    IntVector numbers = (IntVector) union.getVectorByType((byte) 0);
    numbers.setSafe(0, 7);
    numbers.setNull(1);
    numbers.setValueCount(2);
    VarCharVector words = (VarCharVector) union.getVectorByType((byte) 1);
    words.setSafe(0, "seven".getBytes(UTF_8));
    words.setValueCount(1);
    union.getTypeBuffer().setBytes(0, new byte[] {0, 0, 1});
    for (int row = 0; row < 3; row++) {
      union.getOffsetBuffer().setInt(row * 4L, row % 2);
    }
    RunEndEncodedVector runs = (RunEndEncodedVector) root.getVector("runs");
    ((IntVector) runs.getRunEndsVector()).setSafe(0, 1);
    ((IntVector) runs.getRunEndsVector()).setSafe(1, 3);
    runs.getRunEndsVector().setValueCount(2);
    ((VarCharVector) runs.getValuesVector()).setSafe(1, "run".getBytes(UTF_8));
    runs.getValuesVector().setValueCount(2);
    ViewVarCharVector views = (ViewVarCharVector) root.getVector("view");
    views.setSafe(0, LONG.getBytes(UTF_8));
    views.setSafe(2, "short".getBytes(UTF_8));
    ListViewVector lists = (ListViewVector) root.getVector("lists");
    IntVector elements = (IntVector) lists.getDataVector();
    elements.setSafe(0, 1);
    elements.setSafe(1, 2);
    elements.setValueCount(2);
    lists.setValidity(0, 1);
    lists.setOffset(0, 1);
    lists.setSize(0, 1);
    lists.setValidity(2, 1);
    lists.setOffset(2, 0);
    lists.setSize(2, 2);
    root.setRowCount(3);
  }

  @Test
  void jsonHasTheValuesHoweverTheyAreStored() {
    assertEquals(
        List.of(
            "{'nothing':null,'span':{'months':1,'days':2,'nanos':3},"
                + "'map':[{'key':'a','value':97},{'key':'b','value':98}],'union':7,'runs':null,"
                + "'view':'longer than twelve bytes','lists':[2]}",
            "{'nothing':null,'span':null,'map':null,'union':null,'runs':'run','view':null,"
                + "'lists':null}",
            "{'nothing':null,'span':{'months':-1,'days':-2,'nanos':-3},'map':[],"
                + "'union':'seven','runs':'run','view':'short','lists':[1,2]}"),
        Cli.succeed("head", file, "--json").lines().stream()
            .map(line -> line.replace('"', '\''))
            .toList());
  }

  @Test
  void cellsHaveThemAsText() {
    String text = Cli.succeed("head", file).out();
    for (String cell :
        List.of("1 months 2 days 3 ns", "{a: 97, b: 98}", "seven", "run", LONG, "[2]", "[1, 2]")) {
      assertTrue(text.contains(cell), () -> cell + " in " + text);
    }
  }

  @Test
  void everyValueIsTouchedWhateverTheBatches() throws IOException {
    Dataset dataset = Dataset.open(folder.toString());
    long[] sums = new long[3];
    long[] bytes = new long[3];
    for (int i = 0; i < 3; i++) {
      ValueSum sum = new ValueSum();
      try (DataLoader loader = dataset.loader(1 + i).build()) {
        for (Batch batch : loader) {
          for (int column = 0; column < batch.schema().fields().size(); column++) {
            sum.add(batch.column(column));
          }
        }
      }
      sums[i] = sum.sum();
      bytes[i] = sum.bytes();
    }
    assertTrue(bytes[0] > 100, () -> bytes[0] + " bytes");
    assertEquals(sums[0], sums[1]);
    assertEquals(sums[0], sums[2]);
    assertEquals(bytes[0], bytes[1]);
    assertEquals(bytes[0], bytes[2]);
  }
}
