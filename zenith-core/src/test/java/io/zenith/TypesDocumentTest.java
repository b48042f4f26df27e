package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.layout.Kind;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.IntervalUnit;
import io.zenith.schema.TimeUnit;
import io.zenith.schema.UnionMode;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/types.md` has every type and every class of columns, and says how they are read.
class TypesDocumentTest {
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");

  private static final Field VALUE = Field.of("value", new DataType.Int(32, true));

  /// One of each type, and more where the width decides about the class.
  private static final List<DataType> TYPES =
      List.of(
          new DataType.Null(),
          new DataType.Bool(),
          new DataType.Int(8, true),
          new DataType.Int(8, false),
          new DataType.Int(16, true),
          new DataType.Int(16, false),
          new DataType.Int(32, true),
          new DataType.Int(32, false),
          new DataType.Int(64, true),
          new DataType.Int(64, false),
          new DataType.FloatingPoint(16),
          new DataType.FloatingPoint(32),
          new DataType.FloatingPoint(64),
          new DataType.Decimal(9, 2, 32),
          new DataType.Decimal(9, 2, 64),
          new DataType.Decimal(9, 2, 128),
          new DataType.Decimal(9, 2, 256),
          new DataType.Utf8(),
          new DataType.LargeUtf8(),
          new DataType.Utf8View(),
          new DataType.Binary(),
          new DataType.LargeBinary(),
          new DataType.BinaryView(),
          new DataType.FixedSizeBinary(16),
          new DataType.Date(32),
          new DataType.Date(64),
          new DataType.Time(TimeUnit.SECOND),
          new DataType.Time(TimeUnit.NANOSECOND),
          new DataType.Timestamp(TimeUnit.MICROSECOND, Optional.empty()),
          new DataType.Duration(TimeUnit.SECOND),
          new DataType.Interval(IntervalUnit.DAY_TIME),
          new DataType.List(VALUE),
          new DataType.LargeList(VALUE),
          new DataType.ListView(VALUE),
          new DataType.LargeListView(VALUE),
          new DataType.FixedSizeList(VALUE, 3),
          new DataType.Struct(List.of(VALUE)),
          new DataType.Map(Field.of("entries", new DataType.Struct(List.of(VALUE, VALUE))), false),
          new DataType.Union(UnionMode.SPARSE, List.of(0), List.of(VALUE)),
          new DataType.Union(UnionMode.DENSE, List.of(0), List.of(VALUE)),
          new DataType.RunEndEncoded(VALUE, VALUE),
          new DataType.Dictionary(new DataType.Int(32, true), new DataType.Utf8(), false));

  /// A row of the table: what stands as code in its cells.
  private record Row(
      List<String> types, List<String> columnClass, List<String> accessor, List<String> value) {

    static Row of(String line) {
      List<List<String>> cells =
          Stream.of(line.split("\\|", -1))
              .map(cell -> CODE.matcher(cell).results().map(code -> code.group(1)).toList())
              .toList();
      return new Row(cells.get(1), cells.get(2), cells.get(3), cells.get(4));
    }
  }

  private static List<Row> rows() throws IOException {
    return Files.readString(SharedFiles.root().resolve("docs/types.md"))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(Row::of)
        .toList();
  }

  /// What a type is called without that in which those of a kind differ.
  private static String name(DataType type) {
    return type.toString().replaceFirst("[\\[(<].*", "");
  }

  @Test
  void everyTypeIsReadAsItSays() throws IOException {
    List<Row> rows = rows();
    Set<String> written = new TreeSet<>();
    for (Row row : rows) {
      for (String name : row.types) {
        assertTrue(written.add(name), name + " stands twice");
        List<DataType> types = TYPES.stream().filter(type -> name(type).equals(name)).toList();
        assertTrue(!types.isEmpty(), "no type " + name);
        types.forEach(type -> assertIsReadSo(row, Kind.of(type)));
      }
    }
    assertEquals(
        TYPES.stream().map(TypesDocumentTest::name).collect(Collectors.toCollection(TreeSet::new)),
        written);
  }

  private static void assertIsReadSo(Row row, Kind kind) {
    Class<? extends Column> columnClass = ColumnAccess.of(kind).type();
    assertEquals(List.of(columnClass.getSimpleName()), row.columnClass, row.types.toString());
    String accessor =
        row.accessor.isEmpty()
            ? "column(\"x\", " + columnClass.getSimpleName() + ".class)"
            : row.accessor.getFirst() + "(\"x\")";
    assertEquals(ColumnAccess.of(kind).howToRead("x"), accessor, row.types.toString());
    Set<String> methods = new TreeSet<>();
    for (Method method : columnClass.getDeclaredMethods()) {
      methods.add(method.getName());
      if (method.getName().equals("get")) {
        assertEquals(method.getReturnType().getSimpleName(), row.value.getFirst());
      }
    }
    // Behind what `get` returns come types, and methods besides it.
    Stream<String> others = row.value.stream().skip(methods.contains("get") ? 1 : 0);
    others
        .map(code -> code.replaceFirst("\\(.*", ""))
        .filter(code -> !row.types.contains(code))
        .forEach(code -> assertTrue(methods.contains(code), columnClass + " has no " + code));
  }

  @Test
  void noTypeAndNoClassIsMissing() throws IOException {
    List<Class<?>> untried = new ArrayList<>(List.of(DataType.class.getPermittedSubclasses()));
    TYPES.forEach(type -> untried.remove(type.getClass()));
    assertEquals(List.of(), untried);
    Set<String> classes =
        rows().stream().flatMap(row -> row.columnClass.stream()).collect(Collectors.toSet());
    for (Class<?> columnClass : Column.class.getPermittedSubclasses()) {
      assertTrue(classes.contains(columnClass.getSimpleName()), columnClass.getSimpleName());
    }
  }
}
