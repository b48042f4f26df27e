package io.zenith.arrow;

import static io.zenith.arrow.FileForge.ints;
import static io.zenith.arrow.FileForge.joined;
import static io.zenith.arrow.FileForge.none;
import static io.zenith.arrow.FileForge.text;
import static io.zenith.arrow.FileForge.view;
import static io.zenith.arrow.LayoutsTest.nodes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Batches of views, unions and runs that say of their buffers what cannot be: each is refused at
/// once, with the place named.
@Timeout(20)
final class HostileLayoutsTest {
  private static final Field[] TWO_VIEWS = {
    Fields.of("a", new ArrowType.Utf8View()),
    Fields.of("x", Fields.INT32),
    Fields.of("b", new ArrowType.BinaryView())
  };
  private static final String LONG = "longer than twelve bytes";

  static Stream<Arguments> counts() {
    long most = Long.MAX_VALUE;
    return Stream.of(
        Arguments.of("0 counts of data buffers, expected 2", List.of()),
        Arguments.of("1 counts of data buffers, expected 2", List.of(3L)),
        Arguments.of("3 counts of data buffers, expected 2", List.of(1L, 1L, 1L)),
        Arguments.of("column 'a': found -1 data buffers", List.of(-1L, 4L)),
        Arguments.of("column 'b': found -3 data buffers, expected 0 to 1", List.of(2L, -3L)),
        Arguments.of("column 'a': found " + most + " data buffers", List.of(most, 0L)),
        Arguments.of("column 'a': found 4294967296 data buffers", List.of(1L << 32, 0L)),
        Arguments.of("column 'b': found " + most + " data buffers", List.of(1L, most)),
        Arguments.of("column 'a': found " + most, List.of(most, most)),
        Arguments.of("column 'b': found 2147483647", List.of(1L, (1L << 31) - 1)),
        Arguments.of("column 'b': found 2 data buffers, expected 0 to 1", List.of(2L, 2L)),
        Arguments.of("9 buffers, expected 8", List.of(1L, 1L)),
        Arguments.of("9 buffers, expected 6", List.of(0L, 0L)));
  }

  @ParameterizedTest
  @MethodSource("counts")
  void countsOfDataBuffersMustFitTheSchemaAndTheBuffers(String found, List<Long> counts)
      throws IOException {
    byte[] file =
        new FileForge(TWO_VIEWS)
            .viewData(counts)
            .batch(
                1,
                nodes(1, 1, 1),
                none(),
                view(LONG, 0, 0),
                text(LONG),
                text("more"),
                none(),
                ints(7),
                none(),
                view(LONG, 0, 0),
                text(LONG))
            .build();
    verify(file, "record batch 0", found);
  }

  @ParameterizedTest
  @MethodSource("counts")
  void countsInDictionariesMustFitToo(String found, List<Long> counts) throws IOException {
    byte[] file =
        new FileForge(Fields.encoded("d", 1, 8, new ArrowType.Struct(), TWO_VIEWS))
            .viewData(counts)
            .dictionary(
                1,
                false,
                1,
                nodes(1, 1, 1, 1),
                none(),
                none(),
                view(LONG, 0, 0),
                text(LONG),
                text("more"),
                none(),
                ints(7),
                none(),
                view(LONG, 0, 0),
                text(LONG))
            .viewData(List.of())
            .batch(1, nodes(1), none(), new byte[] {0})
            .build();
    // The struct has a buffer more.
    String there =
        found
            .replace("9 buffers", "10 buffers")
            .replace("expected 8", "expected 9")
            .replace("expected 6", "expected 7")
            .replace("column '", "column 'd.");
    verify(file, "dictionary batch 0", there);
  }

  @Test
  void aSchemaWithoutViewsHasNoCounts() throws IOException {
    byte[] file =
        new FileForge(Fields.of("x", Fields.INT32))
            .viewData(List.of(0L))
            .batch(1, nodes(1), none(), ints(7))
            .build();
    verify(file, "record batch 0", "1 counts of data buffers, expected 0");
  }

  static Stream<Arguments> views() {
    return Stream.of(
        Arguments.of("data buffer 1", view(LONG, 1, 0)),
        Arguments.of("data buffer -1", view(LONG, -1, 0)),
        Arguments.of("24 bytes from 1 on", view(LONG, 0, 1)),
        Arguments.of("24 bytes from -1 on", view(LONG, 0, -1)),
        Arguments.of("length -1", ints(-1, 0, 0, 0)),
        Arguments.of("prefix", joined(ints(24), text("LONG"), ints(0, 0))),
        Arguments.of("views buffer of 12 bytes", ints(1, 2, 3)));
  }

  @ParameterizedTest
  @MethodSource("views")
  void viewsMustLieInTheirBuffers(String found, byte[] view) throws IOException {
    byte[] file =
        new FileForge(Fields.of("a", new ArrowType.Utf8View()))
            .viewData(List.of(1L))
            .batch(1, nodes(1), none(), view, text(LONG))
            .build();
    verify(file, "column 'a'", found);
  }

  @Test
  void aUnionHasABitmapIfAndOnlyIfItsMessageIsOld() throws IOException {
    Field union =
        Fields.of(
            "u", new ArrowType.Union(UnionMode.Sparse, new int[] {0}), Fields.of("n", Fields.INT8));
    byte[][] modern = {new byte[] {0}, none(), new byte[] {7}};
    byte[][] old = {none(), new byte[] {0}, none(), new byte[] {7}};
    Metadata v4 = new Metadata(MetadataVersion.V4, false);
    verify(
        new FileForge(v4, union).batch(1, nodes(1, 1), modern).build(),
        "record batch 0",
        "3 buffers, expected 4");
    verify(
        new FileForge(union).batch(1, nodes(1, 1), old).build(),
        "record batch 0",
        "4 buffers, expected 3");
    List<Metadata.Node> nulls = List.of(new Metadata.Node(1, 1), new Metadata.Node(1, 0));
    verify(new FileForge(v4, union).batch(1, nulls, old).build(), "column 'u'", "no validity");
  }

  static Stream<Arguments> unions() {
    return Stream.of(
        Arguments.of("type id 1", new byte[] {1}, ints(0), 1),
        Arguments.of("type id -1", new byte[] {-1}, ints(0), 1),
        Arguments.of("offset 1", new byte[] {0}, ints(1), 1),
        Arguments.of("offset -1", new byte[] {0}, ints(-1), 1),
        Arguments.of("offset 0", new byte[] {0}, ints(0), 0),
        Arguments.of("type ids buffer of 0 bytes", none(), ints(0), 1),
        Arguments.of("offsets buffer of 0 bytes", new byte[] {0}, none(), 1));
  }

  @ParameterizedTest
  @MethodSource("unions")
  void valuesOfUnionsMustBeThere(String found, byte[] ids, byte[] offsets, int length)
      throws IOException {
    Field union =
        Fields.of(
            "u", new ArrowType.Union(UnionMode.Dense, new int[] {0}), Fields.of("n", Fields.INT8));
    byte[] file =
        new FileForge(union)
            .batch(1, nodes(1, length), ids, offsets, none(), new byte[] {7})
            .build();
    verify(file, "column 'u'", found);
  }

  @Test
  void childrenOfSparseUnionsMustBeAsLong() throws IOException {
    Field union =
        Fields.of(
            "u", new ArrowType.Union(UnionMode.Sparse, new int[] {0}), Fields.of("n", Fields.INT8));
    byte[] file =
        new FileForge(union)
            .batch(2, nodes(2, 1), new byte[] {0, 0}, none(), new byte[] {7})
            .build();
    verify(file, "column 'u.n'", "1 values");
  }

  static Stream<Arguments> runs() {
    return Stream.of(
        Arguments.of("run end 1 after 1", 0, ints(1, 1, 3), 3),
        Arguments.of("run end 0 after 0", 0, ints(0, 1, 3), 3),
        Arguments.of("run end -1 after 0", 0, ints(-1, 2, 3), 3),
        Arguments.of("run end 2 after 3", 0, ints(1, 3, 2), 3),
        Arguments.of("3 runs of 2 values", 0, ints(1, 2, 3), 2),
        Arguments.of("run end", 1, ints(1, 2, 3), 3),
        Arguments.of("values buffer of 8 bytes", 0, ints(1, 3), 3));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void runsMustRiseAndHaveValues(String found, int nulls, byte[] ends, int values)
      throws IOException {
    Field runs =
        Fields.of(
            "r",
            new ArrowType.RunEndEncoded(),
            Fields.of("e", Fields.INT32),
            Fields.of("v", Fields.INT8));
    byte[] file =
        new FileForge(runs)
            .batch(
                3,
                List.of(
                    new Metadata.Node(3, 0),
                    new Metadata.Node(3, nulls),
                    new Metadata.Node(values, 0)),
                nulls == 0 ? none() : new byte[] {0b101},
                ends,
                none(),
                new byte[] {7, 8, 9})
            .build();
    verify(file, "column 'r", found);
  }

  @Test
  void runsMustReachTheEnd() throws IOException {
    Field runs =
        Fields.of(
            "r",
            new ArrowType.RunEndEncoded(),
            Fields.of("e", Fields.INT32),
            Fields.of("v", Fields.INT8));
    for (byte[] ends : List.of(ints(), ints(1), ints(1, 2))) {
      int count = ends.length / 4;
      byte[] file =
          new FileForge(runs)
              .batch(3, nodes(3, count, count), none(), ends, none(), new byte[count])
              .build();
      verify(file, "column 'r'", "run");
    }
  }

  @Test
  void rowsOfNothingAreFewerThan2To31() throws IOException {
    Field nothing = Fields.of("n", new ArrowType.Null());
    long many = 1L << 31;
    byte[] file =
        new FileForge(nothing).batch(many, List.of(new Metadata.Node(many, many))).build();
    verify(file, "record batch 0", many + " rows");
    byte[] sound =
        new FileForge(nothing).batch(many - 1, List.of(new Metadata.Node(many - 1, 0))).build();
    try (InMemory memory = new InMemory(Arrow.format(), "nothing", sound)) {
      assertEquals(many - 1, memory.mapped().rowCount());
    }
  }

  @Test
  void elementsOfNothingAreFewerThan2To31() throws IOException {
    Field nothing = Fields.of("item", new ArrowType.Null());
    long many = 1L << 40;
    byte[] file =
        new FileForge(Fields.of("l", new ArrowType.LargeList(), nothing))
            .batch(1, nodes(1, many), none(), FileForge.longs(0, many))
            .build();
    verify(file, "column 'l.item'", many + " values in a body of 16 bytes");
    byte[] dictionary =
        new FileForge(Fields.encoded("d", 1, 8, new ArrowType.Null()))
            .dictionary(1, false, many, nodes(many))
            .batch(1, nodes(1), none(), new byte[] {0})
            .build();
    verify(dictionary, "dictionary batch 0", many + " rows in a body of 0 bytes");
  }

  private static void verify(byte[] file, String place, String found) throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "hostile", file)) {
      String message =
          assertThrows(MalformedDataException.class, () -> Rows.of(memory.mapped(), 100))
              .getMessage();
      assertTrue(message.startsWith("native:/mapped/hostile"), message);
      assertTrue(message.contains(place) && message.contains(found), message);
      assertThrows(MalformedDataException.class, () -> Rows.of(memory.unmapped(), 1));
    }
  }
}
