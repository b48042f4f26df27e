package io.zenith.arrow;

import static io.zenith.arrow.LayoutsTest.nodes;
import static io.zenith.arrow.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Row;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Dictionaries: of any index and value type, shared, nested, absent.
final class DictionaryTest {

  @ParameterizedTest
  @CsvSource({
    "8, true",
    "8, false",
    "16, true",
    "16, false",
    "32, true",
    "32, false",
    "64, true",
    "64, false"
  })
  void anyIntegerCanBeAnIndex(int bits, boolean signed) throws IOException {
    DictionaryEncoding encoding = new DictionaryEncoding(7, true, new ArrowType.Int(bits, signed));
    Field field = new Field("d", new FieldType(true, Fields.UTF8, encoding), List.of());
    ByteBuffer indices = ByteBuffer.allocate(3 * bits / 8).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 3; i++) {
      indices.put(i * bits / 8, (byte) (2 - i));
    }
    byte[] file =
        new FileForge(field)
            .dictionary(
                7,
                false,
                3,
                nodes(3),
                FileForge.none(),
                FileForge.ints(0, 1, 2, 3),
                FileForge.text("abc"))
            .batch(3, nodes(3), FileForge.none(), indices.array())
            .build();
    assertEquals(List.of(row("c"), row("b"), row("a")), Rows.of(file));
    try (InMemory memory = new InMemory(Arrow.format(), "index", file)) {
      String type = (signed ? "int" : "uint") + bits;
      assertEquals(
          "d dictionary<" + type + ", utf8, ordered>",
          memory.mapped().schema().fields().getFirst().toString());
    }
  }

  @Test
  void columnsCanShareADictionary() throws IOException {
    byte[] file =
        new FileForge(
                Fields.encoded("a", 1, 8, Fields.INT64), Fields.encoded("b", 1, 16, Fields.INT64))
            .dictionary(1, false, 2, nodes(2), FileForge.none(), FileForge.longs(10, 20))
            .batch(
                1,
                nodes(1, 1),
                FileForge.none(),
                new byte[] {1},
                FileForge.none(),
                new byte[] {0, 0})
            .build();
    assertEquals(List.of(row(20L, 10L)), Rows.of(file));
  }

  @Test
  void sharedDictionariesMustAgreeInType() throws IOException {
    byte[] file =
        new FileForge(
                Fields.encoded("a", 1, 8, Fields.INT64), Fields.encoded("b", 1, 8, Fields.UTF8))
            .build();
    try (InMemory memory = new InMemory(Arrow.format(), "disagree", file)) {
      String message = assertThrows(MalformedDataException.class, memory::mapped).getMessage();
      assertTrue(message.contains("column 'b': found dictionary 1 of utf8"), message);
    }
  }

  @Test
  void dictionariesCanHoldDictionariesAndLieInsideListsAndStructs() throws IOException {
    // struct<l: list<dictionary<list<dictionary<utf8>>>>>
    Field inner = Fields.encoded("inner", 2, 8, Fields.UTF8);
    Field outer = Fields.encoded("item", 1, 8, new ArrowType.List(), inner);
    Field list = Fields.of("l", new ArrowType.List(), outer);
    byte[] file =
        new FileForge(Fields.of("s", new ArrowType.Struct(), list))
            .dictionary(
                1,
                false,
                2,
                nodes(2, 3),
                FileForge.none(),
                FileForge.ints(0, 1, 3),
                FileForge.none(),
                new byte[] {1, 0, 1})
            .dictionary(
                2,
                false,
                2,
                nodes(2),
                FileForge.none(),
                FileForge.ints(0, 1, 2),
                FileForge.text("xy"))
            .batch(
                2,
                nodes(2, 2, 3),
                FileForge.none(),
                FileForge.none(),
                FileForge.ints(0, 2, 3),
                FileForge.none(),
                new byte[] {1, 0, 1})
            .build();
    assertEquals(
        List.of(
            row(Row.of(row(row("x", "y"), row("y")))),
            row(Row.of(row(new Object[] {row("x", "y")})))),
        Rows.of(file));
  }

  @Test
  void aDictionaryMayBeAbsentIfNothingRefersToIt() throws IOException {
    byte[] file =
        new FileForge(Fields.encoded("d", 3, 8, Fields.UTF8))
            .batch(2, List.of(new Metadata.Node(2, 2)), new byte[] {0}, new byte[] {0, 0})
            .batch(0, nodes(0), FileForge.none(), FileForge.none())
            .build();
    assertEquals(List.of(row((Object) null), row((Object) null)), Rows.of(file));
  }

  @Test
  void anIndexIntoAnAbsentDictionaryIsMalformed() throws IOException {
    byte[] file =
        new FileForge(Fields.encoded("d", 3, 8, Fields.UTF8))
            .batch(1, nodes(1), FileForge.none(), new byte[] {0})
            .build();
    try (InMemory memory = new InMemory(Arrow.format(), "absent", file)) {
      String message =
          assertThrows(MalformedDataException.class, () -> Rows.of(memory.mapped(), 1))
              .getMessage();
      assertTrue(message.contains("record batch 0, column 'd'"), message);
    }
  }

  @Test
  void onlyTheDictionariesOfTheProjectionAreRead() throws IOException {
    // The values of the second dictionary are broken; who does not select it never notices.
    byte[] file =
        new FileForge(
                Fields.encoded("good", 1, 8, Fields.INT64),
                Fields.encoded("bad", 2, 8, Fields.INT64))
            .dictionary(1, false, 1, nodes(1), FileForge.none(), FileForge.longs(4))
            .dictionary(2, false, 1, nodes(-1), FileForge.none(), FileForge.longs(4))
            .batch(
                1, nodes(1, 1), FileForge.none(), new byte[] {0}, FileForge.none(), new byte[] {0})
            .build();
    try (InMemory memory = new InMemory(Arrow.format(), "projection", file)) {
      assertEquals(List.of(row(4L)), Rows.of(memory.mapped().select("good"), 1));
      assertEquals(List.of(row(4L)), Rows.of(memory.unmapped().select("good"), 1));
      String message =
          assertThrows(
                  MalformedDataException.class, () -> Rows.of(memory.mapped().select("bad"), 1))
              .getMessage();
      assertTrue(message.contains("dictionary batch 1"), message);
    }
  }

  @Test
  void aDictionaryIsReadOnceBySeveralThreads() throws Exception {
    byte[] file =
        new FileForge(Fields.encoded("d", 1, 8, Fields.INT64))
            .dictionary(1, false, 1, nodes(1), FileForge.none(), FileForge.longs(4))
            .batch(1, nodes(1), FileForge.none(), new byte[] {0})
            .build();
    try (InMemory memory = new InMemory(Arrow.format(), "threads", file);
        Arena arena = Arena.ofShared();
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      DataSource source = memory.source(false);
      List<Future<ArrayData>> dictionaries =
          Stream.generate(() -> threads.submit(() -> dictionary(source, arena))).limit(64).toList();
      MemorySegment first = dictionaries.getFirst().get().buffers().get(1);
      assertEquals(4, first.get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
      for (Future<ArrayData> other : dictionaries) {
        assertSame(dictionaries.getFirst().get(), other.get());
      }
      source.close();
    }
  }

  private static ArrayData dictionary(DataSource source, Arena arena) throws IOException {
    ReadRequest request = ReadRequest.all(source.splits().getFirst(), Projection.columns(0), arena);
    try (BatchIterator batches = source.read(request)) {
      assertTrue(batches.advance());
      return batches.batch().columns().getFirst().dictionary().orElseThrow().parts().getFirst();
    }
  }
}
