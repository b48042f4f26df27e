package io.zenith.arrow;

import static io.zenith.arrow.FileForge.ints;
import static io.zenith.arrow.FileForge.joined;
import static io.zenith.arrow.FileForge.longs;
import static io.zenith.arrow.FileForge.none;
import static io.zenith.arrow.FileForge.shorts;
import static io.zenith.arrow.FileForge.text;
import static io.zenith.arrow.FileForge.view;
import static io.zenith.arrow.Rows.row;

import io.zenith.testkit.Bytes;
import io.zenith.testkit.Row;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/// Three values of one type.
///
/// @param type how Zenith prints it
/// @param field the field `f`
/// @param nodes its nodes
/// @param viewData the data buffers of its columns of views
/// @param values the values
/// @param buffers its buffers
record Sample(
    String type,
    Field field,
    List<Metadata.Node> nodes,
    List<Long> viewData,
    List<Object> values,
    List<byte[]> buffers) {
  private static final Field ITEM = Fields.of("item", Fields.INT32);
  private static final String LONG = "longer than twelve bytes";

  static Sample of(
      String type,
      ArrowType arrowType,
      List<Field> children,
      List<Metadata.Node> nodes,
      List<Object> values,
      byte[]... buffers) {
    Field field = new Field("f", FieldType.nullable(arrowType), children);
    return new Sample(type, field, nodes, List.of(), values, List.of(buffers));
  }

  Sample withViewData(Long... counts) {
    return new Sample(type, field, nodes, List.of(counts), values, buffers);
  }

  /// Whether arrow-java 19 has vectors of it.
  boolean isReadByArrowJava() {
    return !type.startsWith("decimal32") && !type.startsWith("decimal64");
  }

  @Override
  public String toString() {
    return isReadByArrowJava() ? type : type + " (without arrow-java, which cannot read it)";
  }

  private static Sample plain(
      String type, ArrowType arrowType, List<Object> values, byte[]... buffers) {
    return Sample.of(type, arrowType, List.of(), nodes(3, 1), values, buffers);
  }

  /// A file of one column.
  byte[] file() {
    return new FileForge(field)
        .viewData(viewData)
        .batch(3, nodes, buffers.toArray(byte[][]::new))
        .build();
  }

  /// A file of a column of the values, whose buffers are compressed.
  byte[] compressed(int codec) {
    return new FileForge(field)
        .viewData(viewData)
        .codec(codec)
        .batch(
            3,
            nodes,
            buffers.stream()
                .map(buffer -> buffer.length == 0 ? buffer : FileForge.compressed(codec, buffer))
                .toArray(byte[][]::new))
        .build();
  }

  /// The values as rows.
  List<List<Object>> rows() {
    return values.stream().map(Rows::row).toList();
  }

  /// Nodes of pairs of a length and a count of nulls.
  static List<Metadata.Node> nodes(long... pairs) {
    List<Metadata.Node> nodes = new ArrayList<>();
    for (int i = 0; i < pairs.length; i += 2) {
      nodes.add(new Metadata.Node(pairs[i], pairs[i + 1]));
    }
    return nodes;
  }

  /// Validity of three values, of which the second is null.
  private static byte[] gap() {
    return new byte[] {0b101};
  }

  /// One of each type that few writers use.
  static Stream<Sample> all() {
    return Stream.of(flat(), scattered(), nested(), unions(), runs()).flatMap(s -> s);
  }

  private static Stream<Sample> flat() {
    return Stream.of(
        Sample.of("null", new ArrowType.Null(), List.of(), nodes(3, 3), row(null, null, null)),
        plain(
            "decimal32(5, 2)",
            new ArrowType.Decimal(5, 2, 32),
            row(new BigDecimal("123.45"), null, new BigDecimal("-0.01")),
            gap(),
            ints(12345, 0, -1)),
        plain(
            "decimal64(18, -1)",
            new ArrowType.Decimal(18, -1, 64),
            row(new BigDecimal("7E+1"), null, new BigDecimal("-9E+1")),
            gap(),
            longs(7, 0, -9)),
        plain(
            "decimal256(76, 0)",
            new ArrowType.Decimal(76, 0, 256),
            row(BigDecimal.TWO.pow(192), null, new BigDecimal("-1")),
            gap(),
            longs(0, 0, 0, 1, 0, 0, 0, 0, -1, -1, -1, -1)),
        plain(
            "interval[year_month]",
            new ArrowType.Interval(IntervalUnit.YEAR_MONTH),
            row(Row.of(14L, 0L, 0L), null, Row.of(-1L, 0L, 0L)),
            gap(),
            ints(14, 0, -1)),
        plain(
            "interval[day_time]",
            new ArrowType.Interval(IntervalUnit.DAY_TIME),
            row(Row.of(0L, 2L, 3_000_000L), null, Row.of(0L, -2L, -1_000_000L)),
            gap(),
            ints(2, 3, 0, 0, -2, -1)),
        plain(
            "interval[month_day_nano]",
            new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO),
            row(Row.of(1L, 2L, 3L), null, Row.of(-1L, -2L, Long.MIN_VALUE)),
            gap(),
            joined(ints(1, 2), longs(3, 0, 0), ints(-1, -2), longs(Long.MIN_VALUE))),
        plain(
            "large_utf8",
            new ArrowType.LargeUtf8(),
            row("ä", null, "bc"),
            gap(),
            longs(0, 2, 2, 4),
            text("äbc")),
        plain(
            "large_binary",
            new ArrowType.LargeBinary(),
            row(Bytes.of((byte) 1), null, Bytes.of()),
            gap(),
            longs(0, 1, 1, 1),
            new byte[] {1}));
  }

  private static Stream<Sample> scattered() {
    return Stream.of(
        plain(
                "utf8_view",
                new ArrowType.Utf8View(),
                row(LONG, null, "short"),
                gap(),
                joined(view(LONG, 1, 2), view("unseen and nowhere", 9, 9), view("short")),
                none(),
                text(".." + LONG))
            .withViewData(2L),
        plain(
                "binary_view",
                new ArrowType.BinaryView(),
                row(Bytes.of(text("twelve bytes")), null, Bytes.of()),
                gap(),
                joined(view("twelve bytes"), view(""), view("")))
            .withViewData(0L),
        Sample.of(
            "list_view<int32>",
            new ArrowType.ListView(),
            List.of(ITEM),
            nodes(3, 1, 4, 0),
            row(row(3L, 4L), null, row(2L, 3L)),
            gap(),
            ints(2, 0, 1),
            ints(2, 0, 2),
            none(),
            ints(1, 2, 3, 4)),
        Sample.of(
            "large_list_view<int32>",
            new ArrowType.LargeListView(),
            List.of(ITEM),
            nodes(3, 1, 4, 0),
            row(row(3L, 4L), null, row()),
            gap(),
            longs(2, 0, 4),
            longs(2, 0, 0),
            none(),
            ints(1, 2, 3, 4)));
  }

  private static Stream<Sample> nested() {
    Field key = new Field("k", FieldType.notNullable(Fields.UTF8), null);
    Field entries =
        new Field("any", FieldType.notNullable(new ArrowType.Struct()), List.of(key, ITEM));
    return Stream.of(
        Sample.of(
            "large_list<int32>",
            new ArrowType.LargeList(),
            List.of(ITEM),
            nodes(3, 1, 3, 1),
            row(row(1L, null), null, row(3L)),
            gap(),
            longs(0, 2, 2, 3),
            gap(),
            ints(1, 2, 3)),
        Sample.of(
            "map<utf8, int32, keys_sorted>",
            new ArrowType.Map(true),
            List.of(entries),
            nodes(3, 1, 2, 0, 2, 0, 2, 1),
            row(row(Row.of("a", 1L), Row.of("b", null)), null, row()),
            gap(),
            ints(0, 2, 2, 2),
            none(),
            none(),
            ints(0, 1, 2),
            text("ab"),
            new byte[] {0b01},
            ints(1, 2)));
  }

  private static Stream<Sample> unions() {
    Field number = Fields.of("n", Fields.INT32);
    Field word = Fields.of("w", Fields.UTF8);
    return Stream.of(
        Sample.of(
            "sparse_union<n: int32=0, w: utf8=1>",
            new ArrowType.Union(UnionMode.Sparse, new int[] {0, 1}),
            List.of(number, word),
            nodes(3, 0, 3, 1, 3, 0),
            row(Row.of(0L, 1L), null, Row.of(1L, "c")),
            new byte[] {0, 0, 1},
            gap(),
            ints(1, 2, 3),
            none(),
            ints(0, 1, 2, 3),
            text("abc")),
        Sample.of(
            "dense_union<n: int32=0, w: utf8=1>",
            new ArrowType.Union(UnionMode.Dense, new int[] {0, 1}),
            List.of(number, word),
            nodes(3, 0, 2, 1, 1, 0),
            row(Row.of(0L, 1L), null, Row.of(1L, "c")),
            new byte[] {0, 0, 1},
            ints(0, 1, 0),
            new byte[] {0b01},
            ints(1, 2),
            none(),
            ints(0, 1),
            text("c")));
  }

  private static Stream<Sample> runs() {
    return Stream.of(
        runs("int16", 16, shorts(1, 2, 3)),
        runs("int32", 32, ints(1, 2, 3)),
        runs("int64", 64, longs(1, 2, 3)));
  }

  private static Sample runs(String name, int bits, byte[] ends) {
    Field runEnds =
        new Field("ends", FieldType.notNullable(new ArrowType.Int(bits, true)), List.of());
    return Sample.of(
        "run_end_encoded<" + name + ", utf8>",
        new ArrowType.RunEndEncoded(),
        List.of(runEnds, Fields.of("values", Fields.UTF8)),
        nodes(3, 0, 3, 0, 3, 1),
        row("a", null, "c"),
        none(),
        ends,
        gap(),
        ints(0, 1, 1, 2),
        text("ac"));
  }
}
