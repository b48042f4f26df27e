package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.layout.Concat;
import io.zenith.internal.layout.DictionaryNodes;
import io.zenith.internal.layout.Frame;
import io.zenith.internal.layout.Layout;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Part;
import io.zenith.internal.layout.Range;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.UnionMode;
import io.zenith.spi.ArrayData;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.RandomData;
import io.zenith.testkit.Row;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Copies of columns whose rows share values, and of more rows than a type can count.
class ConcatTest {
  private static final DataType INT = new DataType.Int(32, true);
  private static final int ROWS = 1000;

  private long allocated;

  private static Node node(ArrayData data) {
    Field field = Field.of("c", data.type());
    return Layout.node(field, data, data.length(), "a file", DictionaryNodes.ofFile(List.of(field)))
        .checked();
  }

  private static ArrayData array(
      DataType type, long length, List<MemorySegment> buffers, ArrayData... children) {
    return new ArrayData(type, length, 0, buffers, List.of(children), Optional.empty());
  }

  private static MemorySegment ints(IntStream values) {
    List<Object> all = values.<Object>mapToObj(i -> (long) i).toList();
    return ArrayBuilder.plain(INT, all).buffers().getLast();
  }

  private static MemorySegment bytes(int... values) {
    List<Object> all = Arrays.stream(values).<Object>mapToObj(i -> (long) i).toList();
    return ArrayBuilder.plain(new DataType.Int(8, true), all).buffers().getLast();
  }

  private Node copy(List<Part> parts) {
    return Concat.of(
        parts,
        (size, alignment) -> {
          allocated += size;
          return Arena.ofAuto().allocate(size, alignment);
        });
  }

  private Node copy(Node node) {
    return copy(List.of(new Part(node, 0, node.length)));
  }

  private static List<Object> values(Node node) {
    Frame frame = Frame.ofCopy();
    return ColumnValues.of(
        Column.of(new Range(frame, frame.generation, 0, (int) node.length), node));
  }

  /// The values stay, and sharing them takes no more memory than `most` bytes.
  private void assertShared(ArrayData data, long most) {
    allocated = 0;
    Node node = node(data);
    Node other = node(data);
    List<Object> expected = values(node);
    Node copy = copy(node);
    assertTrue(allocated <= most, () -> allocated + " bytes for " + data.type());
    assertEquals(expected, values(copy));
    assertEquals(expected, values(copy(copy)));
    allocated = 0;
    Node twice = copy(List.of(new Part(node, 0, ROWS), new Part(other, 0, node.length)));
    assertTrue(allocated <= 2 * most, () -> allocated + " bytes for " + data.type() + " twice");
    assertEquals(expected, values(twice).subList(0, ROWS));
    assertEquals(expected, values(twice).subList(ROWS, 2 * ROWS));
  }

  @Test
  void viewsThatShareBytesShareThemInTheCopy() {
    MemorySegment text = Arena.ofAuto().allocate(100_000).fill((byte) 'x');
    for (DataType type : List.of(new DataType.Utf8View(), new DataType.BinaryView())) {
      IntStream views =
          IntStream.range(0, ROWS)
              .flatMap(i ->
                  i % 3 == 0
                      ? IntStream.of(2, 0x7878, 0, 0)
                      : IntStream.of(90_000 + i, 0x78787878, 1, i));
      MemorySegment empty = MemorySegment.NULL;
      List<MemorySegment> buffers = List.of(MemorySegment.NULL, ints(views), empty, text);
      assertShared(array(type, ROWS, buffers), 100_000 + 16 * ROWS);
    }
  }

  @Test
  void listViewsThatShareElementsShareThemInTheCopy() {
    DataType inner = new DataType.ListView(Field.of("item", INT));
    ArrayData numbers = ArrayBuilder.plain(INT, Collections.nCopies(5000, 7L));
    MemorySegment starts = ints(IntStream.range(0, ROWS).map(i -> (i * 7) % 100));
    MemorySegment sizes = ints(IntStream.range(0, ROWS).map(i -> i % 5 == 0 ? 0 : 100));
    ArrayData lists = array(inner, ROWS, List.of(MemorySegment.NULL, starts, sizes), numbers);
    assertShared(lists, 200 * 4 + 8 * ROWS);
    DataType outer = new DataType.ListView(Field.of("item", inner));
    assertShared(
        array(outer, ROWS, List.of(MemorySegment.NULL, starts, sizes), lists), 200 * 12 + 8 * ROWS);
  }

  @Test
  void elementsThatNoListUsesAreNotCopied() {
    DataType type = new DataType.ListView(Field.of("item", INT));
    ArrayData numbers = ArrayBuilder.plain(INT, List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L));
    MemorySegment starts = ints(IntStream.of(7, 0, 2, 8, 0, 5));
    MemorySegment sizes = ints(IntStream.of(2, 3, 1, 2, 1, 0));
    Node copy = copy(node(array(type, 6, List.of(MemorySegment.NULL, starts, sizes), numbers)));
    assertEquals(
        List.of(
            List.of(7L, 8L),
            List.of(0L, 1L, 2L),
            List.of(2L),
            List.of(8L, 9L),
            List.of(0L),
            List.of()),
        values(copy));
    assertEquals(6, copy.children.getFirst().length);
  }

  @Test
  void rowsOfADenseUnionThatShareAValueShareItInTheCopy() {
    Field binary = Field.of("b", new DataType.Binary());
    DataType type = new DataType.Union(UnionMode.DENSE, List.of(0, 7), List.of(binary, binary));
    byte[] large = new byte[100_000];
    ArrayData two = ArrayBuilder.plain(binary.type(), List.of(Bytes.of(large), Bytes.of((byte) 1)));
    MemorySegment ids = bytes(IntStream.range(0, ROWS).map(i -> i % 2 * 7).toArray());
    MemorySegment places = ints(IntStream.range(0, ROWS).map(i -> i / 2 % 2));
    assertShared(
        array(type, ROWS, List.of(MemorySegment.NULL, ids, places), two, two), 210_000 + 10 * ROWS);
  }

  @Test
  void listViewsThatShareARunShareItsValueInTheCopy() {
    DataType runs =
        new DataType.RunEndEncoded(
            Field.of("run_ends", INT), Field.of("values", new DataType.Binary()));
    byte[] large = new byte[100_000];
    ArrayData binaries =
        ArrayBuilder.plain(new DataType.Binary(), List.of(Bytes.of(large), Bytes.of((byte) 1)));
    ArrayData ends = ArrayBuilder.plain(INT, List.of(1_000_000L, 2_000_000L));
    ArrayData encoded = array(runs, 2_000_000, List.of(MemorySegment.NULL), ends, binaries);
    DataType type = new DataType.ListView(Field.of("item", runs));
    MemorySegment starts = ints(IntStream.range(0, ROWS).map(i -> i % 2 * 1_000_000 + 3 * i));
    MemorySegment sizes = ints(IntStream.range(0, ROWS).map(_ -> 2));
    assertShared(
        array(type, ROWS, List.of(MemorySegment.NULL, starts, sizes), encoded),
        110_000 + 10 * ROWS);
  }

  @Test
  void runEndsThatOutgrowTheirTypeAreWidened() {
    DataType.Int small = new DataType.Int(16, true);
    DataType type =
        new DataType.RunEndEncoded(Field.of("run_ends", small), Field.of("values", INT));
    List<Object> values = IntStream.range(0, 32_767).<Object>mapToObj(i -> i / 10_000L).toList();
    Node node = node(ArrayBuilder.plain(type, values));
    List<Object> expected = new ArrayList<>(values);
    expected.addAll(values);
    expected.addAll(values);
    Node joined = copy(Collections.nCopies(3, new Part(node, 0, 32_767)));
    assertEquals(8, joined.children.getFirst().width);
    assertEquals(expected, values(joined));
    Node back = copy(List.of(new Part(joined, 32_760, 32_767)));
    assertEquals(2, back.children.getFirst().width);
    assertEquals(expected.subList(32_760, 65_527), values(back));
    assertEquals(type, joined.field.type());
  }

  @Test
  void dictionariesThatOutgrowTheirIndexAreWidened() {
    for (boolean signed : new boolean[] {true, false}) {
      DataType.Int index = new DataType.Int(8, signed);
      DataType type = new DataType.Dictionary(index, INT, false);
      int most = signed ? 128 : 256;
      List<Part> parts = new ArrayList<>();
      List<Object> expected = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        int from = i * 1000;
        List<Object> values =
            IntStream.range(from, from + most).<Object>mapToObj(v -> (long) v).toList();
        parts.add(new Part(node(ArrayBuilder.plain(type, values)), 0, most));
        expected.addAll(values);
      }
      assertEquals(1, copy(parts.subList(0, 1)).width);
      Node joined = copy(parts);
      assertEquals(4, joined.width);
      assertEquals(expected, values(joined));
      assertEquals(expected.subList(100, 300), values(copy(List.of(new Part(joined, 100, 200)))));
    }
  }

  @Test
  void equalValuesOfSeveralDictionariesBecomeOne() {
    DataType.Int index = new DataType.Int(8, true);
    for (DataType value :
        List.of(
            INT, new DataType.Utf8(), new DataType.Utf8View(), new DataType.FloatingPoint(64))) {
      DataType type = new DataType.Dictionary(index, value, false);
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        values.add(
            switch (value) {
              case DataType.Int _ -> (long) i;
              case DataType.FloatingPoint _ -> i == 7 ? Double.NaN : i / 2.0;
              default -> "a value of some length, number " + i;
            });
      }
      List<Part> parts = new ArrayList<>();
      List<Object> expected = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Collections.rotate(values, 13);
        parts.add(new Part(node(ArrayBuilder.plain(type, values)), 0, 100));
        expected.addAll(values);
      }
      Node joined = copy(parts);
      assertEquals(expected, values(joined));
      assertEquals(1, joined.width);
      assertEquals(100, java.util.Objects.requireNonNull(joined.dictionary).length);
    }
  }

  @Test
  void moreElementsThanALongCountsAreRefused() {
    DataType nothing = new DataType.Null();
    DataType type = new DataType.LargeList(Field.of("item", nothing));
    ArrayData nulls = array(nothing, Long.MAX_VALUE, List.of(MemorySegment.NULL));
    MemorySegment offsets =
        ArrayBuilder.plain(
                new DataType.Int(64, true), List.of(0L, Long.MAX_VALUE - 1, Long.MAX_VALUE))
            .buffers()
            .getLast();
    Node node = node(array(type, 2, List.of(MemorySegment.NULL, offsets), nulls));
    assertEquals(2, copy(node).length);
    IllegalStateException refusal =
        assertThrows(
            IllegalStateException.class, () -> copy(Collections.nCopies(2, new Part(node, 0, 2))));
    assertEquals(
        "a file, column 'c.item': 2^63 values or more in one batch; make it smaller",
        refusal.getMessage());
  }

  @Test
  void noRowsOfEveryTypeAreACopyWithoutRows() {
    for (DataType type : RandomData.typesOfAllClasses()) {
      Node empty = node(ArrayBuilder.plain(type, List.of()));
      assertEquals(List.of(), values(copy(empty)), type.toString());
      List<Object> some = RandomData.values(type, 3, new SplittableRandom(1));
      Node three = node(ArrayBuilder.plain(type, some));
      assertEquals(List.of(), values(copy(List.of(new Part(three, 2, 0)))), type.toString());
      assertEquals(
          values(three),
          values(
              copy(
                  List.of(
                      new Part(empty, 0, 0),
                      new Part(three, 0, 1),
                      new Part(empty, 0, 0),
                      new Part(three, 1, 2)))),
          type.toString());
    }
  }

  @Test
  void rowsOfUnionsMayBeNullInTwoWays() {
    DataType type = new DataType.Union(UnionMode.SPARSE, List.of(3), List.of(Field.of("i", INT)));
    ArrayData numbers = ArrayBuilder.plain(INT, Arrays.asList(1L, null, 3L, null));
    ArrayData marked =
        new ArrayData(
            type,
            4,
            -1,
            List.of(bytes(0b0011), bytes(3, 3, 3, 3)),
            List.of(numbers),
            Optional.empty());
    Node node = node(marked);
    List<Object> expected = Arrays.asList(Row.of(3L, 1L), null, null, null);
    assertEquals(expected, values(node));
    assertEquals(expected, values(copy(node)));
    Node plain = node(array(type, 4, List.of(MemorySegment.NULL, bytes(3, 3, 3, 3)), numbers));
    assertEquals(
        Arrays.asList(Row.of(3L, 3L), null, null, null),
        values(copy(List.of(new Part(plain, 2, 2), new Part(node, 2, 2)))));
  }
}
