package io.zenith.arrow;

import static io.zenith.arrow.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Dataset;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Row;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The layouts that the format allows, and that few writers use.
final class LayoutsTest {
  private static final Metadata OLD = new Metadata(MetadataVersion.V4, true);

  @ParameterizedTest
  @CsvSource({
    MetadataVersion.V4 + ", true",
    MetadataVersion.V4 + ", false",
    MetadataVersion.V5 + ", true",
    MetadataVersion.V5 + ", false"
  })
  void bothMetadataVersionsAreReadInBothFramings(short version, boolean legacy) throws IOException {
    byte[] file =
        new FileForge(new Metadata(version, legacy), Fields.of("x", Fields.INT64))
            .batch(2, nodes(2), FileForge.none(), FileForge.longs(10, 20))
            .batch(1, nodes(1), FileForge.none(), FileForge.longs(30))
            .build();
    assertEquals(List.of(row(10L), row(20L), row(30L)), Rows.of(file));
  }

  @Test
  void batchesWithoutRowsAreReadBetweenOthers() throws IOException {
    byte[] file =
        new FileForge(Fields.of("x", Fields.INT64), Fields.of("s", Fields.UTF8))
            .batch(0, nodes(0, 0), none(5))
            .batch(
                1,
                nodes(1, 1),
                FileForge.none(),
                FileForge.longs(7),
                FileForge.none(),
                FileForge.ints(0, 1),
                FileForge.text("a"))
            .batch(0, nodes(0, 0), none(5))
            .build();
    assertEquals(List.of(row(7L, "a")), Rows.of(file));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void buffersNeedNoAlignment(int alignment) throws IOException {
    byte[] file =
        new FileForge(
                Fields.of("x", Fields.INT64),
                Fields.of("s", Fields.UTF8),
                Fields.of("d", new ArrowType.Decimal(20, 2, 128)))
            .alignment(alignment)
            .batch(
                2,
                List.of(new Metadata.Node(2, 1), new Metadata.Node(2, 0), new Metadata.Node(2, 0)),
                new byte[] {0b10},
                FileForge.longs(1, -2),
                FileForge.none(),
                FileForge.ints(0, 2, 3),
                FileForge.text("äz"),
                FileForge.none(),
                FileForge.longs(1234, 0, -1, -1))
            .build();
    assertEquals(
        List.of(row(null, "ä", new BigDecimal("12.34")), row(-2L, "z", new BigDecimal("-0.01"))),
        Rows.of(file));
  }

  @Test
  void columnsMayShareANameOrHaveNone() throws IOException {
    byte[] file =
        new FileForge(
                Fields.of("a", Fields.INT64),
                Fields.of("a", Fields.INT64),
                Fields.of("", Fields.INT64))
            .batch(
                1,
                nodes(1, 1, 1),
                FileForge.none(),
                FileForge.longs(1),
                FileForge.none(),
                FileForge.longs(2),
                FileForge.none(),
                FileForge.longs(3))
            .build();
    assertEquals(List.of(row(1L, 2L, 3L)), Rows.of(file));
  }

  @Test
  void aSchemaMayBeEmpty() throws IOException {
    byte[] file = new FileForge().batch(3, List.of()).build();
    try (InMemory memory = new InMemory(Arrow.format(), "empty", file)) {
      Dataset dataset = memory.mapped();
      assertEquals(0, dataset.schema().fields().size());
      assertEquals(3, dataset.rowCount());
    }
  }

  @Test
  void aFileMayHaveNoRecordBatch() throws IOException {
    byte[] file = new FileForge(Fields.of("x", Fields.INT64)).build();
    assertEquals(List.of(), Rows.of(file));
  }

  @Test
  void aBitmapIsIgnoredWhereNothingIsNull() throws IOException {
    byte[] file =
        new FileForge(Fields.of("x", Fields.INT64))
            .batch(1, nodes(1), new byte[] {0}, FileForge.longs(5))
            .build();
    assertEquals(List.of(row(5L)), Rows.of(file));
  }

  @Test
  void unionsOfOldMetadataHaveBitmapsOfTheirOwn() throws IOException {
    Field[] members = {Fields.of("n", Fields.INT32), Fields.of("b", Fields.INT8)};
    Field sparse =
        Fields.of("sparse", new ArrowType.Union(UnionMode.Sparse, new int[] {5, 9}), members);
    Field dense =
        Fields.of("dense", new ArrowType.Union(UnionMode.Dense, new int[] {5, 9}), members);
    byte[] file =
        new FileForge(OLD, sparse, dense, Fields.of("x", Fields.INT64))
            .batch(
                3,
                List.of(
                    new Metadata.Node(3, 1),
                    new Metadata.Node(3, 0),
                    new Metadata.Node(3, 1),
                    new Metadata.Node(3, 1),
                    new Metadata.Node(1, 0),
                    new Metadata.Node(2, 0),
                    new Metadata.Node(3, 0)),
                new byte[] {0b110},
                new byte[] {5, 9, 9},
                FileForge.none(),
                FileForge.ints(1, 2, 3),
                new byte[] {0b101},
                new byte[] {4, 5, 6},
                new byte[] {0b011},
                new byte[] {5, 9, 9},
                FileForge.ints(0, 1, 0),
                FileForge.none(),
                FileForge.ints(1),
                FileForge.none(),
                new byte[] {4, 5},
                FileForge.none(),
                FileForge.longs(7, 8, 9))
            .build();
    // The first row is null by the bitmap, the second by its value.
    assertEquals(
        List.of(
            row(null, Row.of(5L, 1L), 7L),
            row(null, Row.of(9L, 5L), 8L),
            row(Row.of(9L, 6L), null, 9L)),
        Rows.of(file));
  }

  @Test
  void runsOfOldMetadataHaveABitmapThatSaysNothing() throws IOException {
    Field ends = new Field("e", FieldType.notNullable(Fields.INT32), List.of());
    Field runs =
        Fields.of("runs", new ArrowType.RunEndEncoded(), ends, Fields.of("v", Fields.INT8));
    List<Metadata.Node> nodes = nodes(3, 2, 2);
    byte[][] buffers = {
      FileForge.none(), FileForge.none(), FileForge.ints(1, 3), FileForge.none(), new byte[] {7, 8}
    };
    assertEquals(
        List.of(row(7L), row(8L), row(8L)),
        Rows.of(new FileForge(OLD, runs).batch(3, nodes, buffers).build()));
  }

  @Test
  void theVersionOfAMessageCountsAndNotThatOfTheFooter() throws IOException {
    Field union =
        Fields.of(
            "u", new ArrowType.Union(UnionMode.Sparse, new int[] {0}), Fields.of("n", Fields.INT8));
    byte[] ids = {0};
    byte[] values = {7};
    byte[] body = {0, 0, 0, 0, 0, 0, 0, 0, 7};
    byte[] message =
        OLD.recordBatch(
            new Metadata.Batch(
                1,
                nodes(1, 1),
                List.of(
                    new Metadata.Span(0, 0),
                    new Metadata.Span(0, 1),
                    new Metadata.Span(0, 0),
                    new Metadata.Span(8, 1))),
            body.length);
    byte[] file =
        new FileForge(union)
            .batch(1, nodes(1, 1), ids, FileForge.none(), values)
            .batchMessage(message, body)
            .build();
    assertEquals(List.of(row(Row.of(0L, 7L)), row(Row.of(0L, 7L))), Rows.of(file));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void typeIdsCountFromZeroUnlessTheyAreGiven(boolean given) throws IOException {
    int[] ids = given ? new int[] {127, 0} : null;
    Field union =
        Fields.of(
            "u",
            new ArrowType.Union(UnionMode.Sparse, ids),
            Fields.of("a", Fields.INT8),
            Fields.of("b", Fields.INT8));
    byte first = (byte) (given ? 127 : 0);
    byte second = (byte) (given ? 0 : 1);
    byte[] file =
        new FileForge(union)
            .batch(
                2,
                nodes(2, 2, 2),
                new byte[] {first, second},
                FileForge.none(),
                new byte[] {1, 2},
                FileForge.none(),
                new byte[] {3, 4})
            .build();
    assertEquals(
        List.of(row(Row.of((long) first, 1L)), row(Row.of((long) second, 4L))), Rows.of(file));
  }

  @Test
  void metadataAndExtensionTypesAreKept() throws IOException {
    Map<String, String> extension =
        Map.of("ARROW:extension:name", "example.id", "ARROW:extension:metadata", "{}");
    Field field =
        new Field(
            "id",
            new FieldType(false, new ArrowType.FixedSizeBinary(2), null, extension),
            List.of());
    byte[] file =
        new FileForge(field).batch(1, nodes(1), FileForge.none(), new byte[] {1, 2}).build();
    try (InMemory memory = new InMemory(Arrow.format(), "extension", file)) {
      io.zenith.schema.Field read = memory.mapped().schema().fields().getFirst();
      assertEquals(extension, read.metadata());
      assertEquals("example.id", read.extensionName().orElseThrow());
      assertEquals("id fixed_size_binary[2] not null (example.id)", read.toString());
    }
  }

  @Test
  void metadataThatIsNoTextDoesNotKeepAFileFromBeingRead() throws IOException {
    byte[] marker = FileForge.text("REPLACE-ME");
    byte[] file =
        new FileForge(
                new Field(
                    "x",
                    new FieldType(true, Fields.INT64, null, Map.of("pickle", "REPLACE-ME")),
                    List.of()))
            .batch(1, nodes(1), FileForge.none(), FileForge.longs(5))
            .build();
    int at = new String(file, StandardCharsets.ISO_8859_1).indexOf("REPLACE-ME");
    Arrays.fill(file, at, at + marker.length, (byte) 0x80);
    assertEquals(List.of(row(5L)), Rows.of(file));
  }

  static List<Metadata.Node> nodes(long... lengths) {
    return Arrays.stream(lengths).mapToObj(length -> new Metadata.Node(length, 0)).toList();
  }

  static byte[][] none(int buffers) {
    byte[][] none = new byte[buffers][];
    Arrays.fill(none, FileForge.none());
    return none;
  }
}
