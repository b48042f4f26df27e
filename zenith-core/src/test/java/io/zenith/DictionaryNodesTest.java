package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import io.zenith.testkit.ArrayBuilder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DictionaryNodesTest {
  private static final DataType TEXT = new DataType.Utf8();
  private static final DataType.Dictionary TYPE =
      new DataType.Dictionary(new DataType.Int(8, true), TEXT, false);

  private static Node node(ArrayData data, DictionaryNodes nodes) {
    return Layout.node(Field.of("c", TEXT), data, 0, "a file", nodes);
  }

  @Test
  void aDictionaryIsFoundByWhatItIsAndNotByWhatItHolds() {
    DictionaryNodes nodes = new DictionaryNodes(List.of(Field.of("c", TYPE)));
    ArrayData one = ArrayBuilder.plain(TEXT, List.of("a"));
    ArrayData other = ArrayBuilder.plain(TEXT, List.of("a"));
    Node node = node(one, nodes);
    nodes.put(one, node);
    assertEquals(Optional.of(node), nodes.find(one));
    assertTrue(nodes.find(other).isEmpty());
  }

  @Test
  void columnsThatShareADictionaryShareItsNode() {
    ArrayData values = ArrayBuilder.plain(TEXT, List.of("a", "b"));
    DictionaryNodes nodes = new DictionaryNodes(List.of(Field.of("c", TYPE)));
    ArrayData plain = ArrayBuilder.plain(TYPE, List.of("a", "b"));
    ArrayData column = new ArrayData(TYPE, 2, 0, plain.buffers(), List.of(), Optional.of(values));
    Node left = Layout.node(Field.of("left", TYPE), column, 2, "a file", nodes);
    Node right = Layout.node(Field.of("right", TYPE), column, 2, "a file", nodes);
    assertEquals(left.dictionary, right.dictionary);
  }

  @Test
  void oldDictionariesAreForgotten() {
    DictionaryNodes nodes = new DictionaryNodes(List.of(Field.of("c", TYPE)));
    ArrayData first = ArrayBuilder.plain(TEXT, List.of("a"));
    nodes.put(first, node(first, nodes));
    for (int i = 0; i < 1_000; i++) {
      ArrayData next = ArrayBuilder.plain(TEXT, List.of("a"));
      nodes.put(next, node(next, nodes));
    }
    assertTrue(nodes.find(first).isEmpty());
  }
}
