package io.zenith.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import io.zenith.testkit.ArrayBuilder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DictionaryNodesTest {
  private static final DataType TEXT = new DataType.Utf8();
  private static final DataType.Dictionary TYPE =
      new DataType.Dictionary(new DataType.Int(8, true), TEXT, false);

  private final DictionaryNodes nodes = DictionaryNodes.ofFile(List.of(Field.of("c", TYPE)));

  /// The dictionary of a column that counts `values`, all of which must hit it.
  private Node dictionary(DictionaryData data, int values) {
    return dictionary(data, values, nodes);
  }

  private static Node dictionary(DictionaryData data, int values, DictionaryNodes nodes) {
    MemorySegment indices = Arena.ofAuto().allocate(values);
    for (int i = 0; i < values; i++) {
      indices.set(Layouts.BYTE, i, (byte) i);
    }
    List<MemorySegment> buffers = List.of(MemorySegment.NULL, indices);
    ArrayData column = new ArrayData(TYPE, values, 0, buffers, List.of(), Optional.of(data));
    Node node = Layout.node(Field.of("c", TYPE), column, values, "a file", nodes);
    assertTrue(node.dictionary != null);
    node.checked();
    return node.dictionary;
  }

  private static ArrayData text(String... values) {
    return ArrayBuilder.plain(TEXT, List.of(values));
  }

  @Test
  void aDictionaryIsFoundByWhatItIsAndNotByWhatItHolds() {
    ArrayData one = text("a");
    Node node = dictionary(DictionaryData.of(one), 1);
    assertSame(node, dictionary(DictionaryData.of(one), 0));
    assertNotSame(node, dictionary(DictionaryData.of(text("a")), 1));
  }

  @Test
  void oldDictionariesAreForgotten() {
    ArrayData first = text("a");
    Node node = dictionary(DictionaryData.of(first), 1);
    for (int i = 0; i < 1_000; i++) {
      dictionary(DictionaryData.of(text("a")), 1);
    }
    assertNotSame(node, dictionary(DictionaryData.of(first), 1));
  }

  @Test
  void partsAreJoinedOnceAndEachBatchSeesItsShare() {
    List<ArrayData> parts = List.of(text("a", "bc"), text(), text("def"));
    MemorySegment text = MemorySegment.NULL;
    for (int length = 0; length <= 3; length++) {
      Node node = dictionary(new DictionaryData(parts, length), length);
      assertEquals(length, node.length);
      text = length == 0 ? node.values : text;
      assertEquals(text, node.values);
      DictionaryData seen = new DictionaryData(parts, length);
      int beyond = length + 1;
      String message =
          assertThrows(MalformedDataException.class, () -> dictionary(seen, beyond)).getMessage();
      assertEquals(
          "a file, column 'c', row %1$d: found dictionary index %1$d, expected an index below %1$d"
              .formatted(length),
          message);
    }
  }

  @Test
  void ofAStreamOnlyWhatTheLastRecordBatchesUsedIsRemembered() {
    DictionaryNodes nodes = DictionaryNodes.ofStream();
    DictionaryData stays = new DictionaryData(List.of(text("a"), text("b")), 2);
    Node known = dictionary(stays, 2, nodes);
    DictionaryData grows = new DictionaryData(List.of(text("a")), 1);
    for (int i = 0; i < 5; i++) {
      nodes.begin();
      List<ArrayData> parts = new ArrayList<>(grows.parts());
      parts.add(text("b"));
      DictionaryData grown = new DictionaryData(parts, parts.size());
      Node joined = dictionary(grown, parts.size(), nodes);
      assertSame(joined.values, dictionary(grown, parts.size(), nodes).values);
      assertSame(known.values, dictionary(stays, 2, nodes).values);
      grows = grown;
    }
    nodes.begin();
    assertSame(known.values, dictionary(stays, 2, nodes).values);
    nodes.begin();
    nodes.begin();
    assertNotSame(known.values, dictionary(stays, 2, nodes).values);
  }

  @Test
  void aCorruptPartIsNamedWhenTheColumnIsUsed() {
    ArrayData corrupt = text("x");
    corrupt.buffers().get(2).set(Layouts.BYTE, 0, (byte) 0xFF);
    List<ArrayData> parts = List.of(text("a"), text("b"), corrupt);
    for (int i = 0; i < 2; i++) {
      MalformedDataException error =
          assertThrows(
              MalformedDataException.class, () -> dictionary(new DictionaryData(parts, 1), 1));
      assertTrue(
          String.valueOf(error.getMessage())
              .startsWith("a file, column 'c.(dictionary, delta 2)', row 0: "),
          error::getMessage);
    }
  }

  @Test
  void moreValuesThanThePartsHaveAreTheFormatsFault() {
    List<ArrayData> parts = new ArrayList<>(List.of(text("a"), text("b")));
    assertThrows(IllegalStateException.class, () -> dictionary(new DictionaryData(parts, 3), 0));
    assertThrows(IllegalArgumentException.class, () -> new DictionaryData(List.of(), 0));
  }

  @Test
  void aDictionaryOfAnotherTypeIsNotTaken() {
    DictionaryNodes nodes = DictionaryNodes.ofFile(List.of(Field.of("c", TYPE)));
    ArrayData plain = ArrayBuilder.plain(TYPE, List.of("a", "b"));
    Node text = Layout.node(Field.of("text", TYPE), plain, 2, "a file", nodes);
    DataType.Dictionary other = new DataType.Dictionary(TYPE.index(), new DataType.Binary(), false);
    ArrayData bytes = new ArrayData(other, 2, 0, plain.buffers(), List.of(), plain.dictionary());
    IllegalStateException error =
        assertThrows(
            IllegalStateException.class,
            () -> Layout.node(Field.of("bytes", other), bytes, 2, "a file", nodes));
    assertEquals(2, text.length);
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains("'bytes': the format delivered a dictionary of utf8"), message);
  }
}
