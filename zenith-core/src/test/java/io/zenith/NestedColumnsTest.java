package io.zenith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Row;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Lists, fixed-size lists, structs and dictionaries.
class NestedColumnsTest {
  private static final DataType INT = new DataType.Int(32, true);
  private static final DataType LIST = new DataType.List(Field.of("item", INT));
  private static final DataType PAIRS = new DataType.FixedSizeList(Field.of("item", INT), 2);

  private static ArrayData noisy(DataType type, Object... values) {
    return ArrayBuilder.noisy(type, Arrays.asList(values), new SplittableRandom(3));
  }

  @Test
  void listsGiveTheirElementsAsColumns() throws Exception {
    ArrayData data = noisy(LIST, List.of(9L), List.of(1L, 2L), List.of(), null, List.of(3L));
    try (OneBatch one = OneBatch.of(data, 1, 4)) {
      ListColumn column = one.batch().column("c", ListColumn.class);
      assertEquals(List.of(1L, 2L), ColumnValues.of(column.get(0)));
      assertEquals(List.of(), ColumnValues.of(column.get(1)));
      assertEquals(List.of(3L), ColumnValues.of(column.get(3)));
      assertEquals(2, column.length(0));
      assertEquals(0, column.length(1));
      assertTrue(column.isNull(2));
      assertEquals(3 + column.length(2), column.elements().rows());
      assertEquals("item int32", column.elements().field().toString());
    }
  }

  @Test
  void placesInADictionaryAreCopiedInBulk() throws Exception {
    DataType text = new DataType.Utf8();
    for (int bits : new int[] {8, 16, 32, 64}) {
      DataType type = new DataType.Dictionary(new DataType.Int(bits, false), text, false);
      try (OneBatch one =
          OneBatch.of(ArrayBuilder.plain(type, Arrays.asList("a", "b", null, "a")), 1, 3)) {
        DictionaryColumn column = one.batch().column("c", DictionaryColumn.class);
        int[] places = {7, 7, 7, 7, 7};
        column.copyTo(places, 1, -1);
        assertEquals(List.of(7, 1, -1, 0, 7), Arrays.stream(places).boxed().toList());
        assertThrows(IllegalStateException.class, column::toArray);
        assertThrows(IndexOutOfBoundsException.class, () -> column.copyTo(places, 3, -1));
        assertEquals(3L * bits / 8, column.segment().byteSize());
      }
    }
  }

  @Test
  void objectsAreCopiedInBulkWithTheirNulls() throws Exception {
    try (OneBatch one = OneBatch.of(new DataType.Utf8(), "a", null, "c")) {
      String[] text = {"x", "x", "x", "x"};
      one.batch().strings("c").copyTo(text, 1);
      assertEquals(Arrays.asList("x", "a", null, "c"), Arrays.asList(text));
    }
    Bytes bytes = Bytes.of(new byte[] {1, 2});
    for (DataType type : List.of(new DataType.Binary(), new DataType.FixedSizeBinary(2))) {
      try (OneBatch one = OneBatch.of(type, bytes, null)) {
        byte[][] values = {{}, {}, {}};
        switch (one.batch().column("c")) {
          case BinaryColumn column -> column.copyTo(values, 1);
          case FixedSizeBinaryColumn column -> column.copyTo(values, 1);
          default -> throw new AssertionError();
        }
        assertArrayEquals(new byte[][] {{}, {1, 2}, null}, values);
      }
    }
    BigDecimal decimal = new BigDecimal("1.25");
    try (OneBatch one = OneBatch.of(new DataType.Decimal(5, 2, 128), decimal, null)) {
      BigDecimal[] values = new BigDecimal[2];
      one.batch().decimals("c").copyTo(values, 0);
      assertEquals(Arrays.asList(decimal, null), Arrays.asList(values));
    }
  }

  @Test
  void theListUnderANullCanBeRead() throws Exception {
    ArrayData data = noisy(LIST, null, null, null, null, null, null, null, null);
    try (OneBatch one = OneBatch.of(data)) {
      ListColumn column = one.batch().column("c", ListColumn.class);
      int elements = 0;
      for (int row = 0; row < 8; row++) {
        elements += ColumnValues.of(column.get(row)).size();
      }
      assertTrue(elements > 0, "the noise has put nothing under the nulls");
    }
  }

  @Test
  void fixedSizeListsGiveTheirElementsAsColumns() throws Exception {
    ArrayData data = noisy(PAIRS, List.of(9L, 9L), List.of(1L, 2L), null, List.of(3L, 4L));
    try (OneBatch one = OneBatch.of(data, 1, 3)) {
      FixedSizeListColumn column = one.batch().column("c", FixedSizeListColumn.class);
      assertEquals(2, column.length());
      assertEquals(List.of(1L, 2L), ColumnValues.of(column.get(0)));
      assertEquals(List.of(3L, 4L), ColumnValues.of(column.get(2)));
      assertTrue(column.isNull(1));
      assertEquals(6, column.elements().rows());
    }
  }

  @Test
  void structsGiveTheirFieldsByNameAndPlace() throws Exception {
    DataType type =
        new DataType.Struct(List.of(Field.of("a", INT), Field.of("b", new DataType.Utf8())));
    ArrayData data = noisy(type, Row.of(0L, "x"), Row.of(1L, "y"), null, Row.of(null, "z"));
    try (OneBatch one = OneBatch.of(data, 1, 3)) {
      StructColumn column = one.batch().column("c", StructColumn.class);
      assertEquals(1, ((IntColumn) column.column("a")).get(0));
      assertEquals("z", ((Utf8Column) column.column(1)).get(2));
      assertTrue(column.isNull(1));
      assertTrue(column.column("a").isNull(2));
      IllegalArgumentException wrong =
          assertThrows(IllegalArgumentException.class, () -> column.column("d"));
      assertEquals("no field 'd' in struct 'c'; fields: a int32, b utf8", wrong.getMessage());
      assertThrows(IndexOutOfBoundsException.class, () -> column.column(2));
    }
  }

  @Test
  void aStructMayHaveNoFields() throws Exception {
    try (OneBatch one = OneBatch.of(new DataType.Struct(List.of()), Row.of(), null)) {
      assertEquals(Arrays.asList(Row.of(), null), ColumnValues.of(one.batch().column(0)));
      assertEquals("{}", one.batch().column(0).text(0));
    }
  }

  @Test
  void dictionariesGiveIndicesAndValues() throws Exception {
    for (int bits : new int[] {8, 16, 32, 64}) {
      for (boolean signed : new boolean[] {true, false}) {
        DataType type =
            new DataType.Dictionary(new DataType.Int(bits, signed), new DataType.Utf8(), false);
        ArrayData data = ArrayBuilder.plain(type, Arrays.asList("no", "a", "b", "a", null));
        try (OneBatch one = OneBatch.of(data, 1, 4)) {
          DictionaryColumn column = one.batch().column("c", DictionaryColumn.class);
          assertEquals(List.of(1, 2, 1), List.of(column.get(0), column.get(1), column.get(2)));
          assertTrue(column.isNull(3));
          assertEquals(List.of("no", "a", "b"), ColumnValues.of(column.dictionary()));
          assertEquals("b", column.text(1));
        }
      }
    }
  }

  @Test
  void aByteCanIndexMoreThanItsPositiveHalf() throws Exception {
    DataType.Int index = new DataType.Int(8, false);
    DataType type = new DataType.Dictionary(index, new DataType.Int(64, true), false);
    Object[] values = new Object[256];
    for (int i = 0; i < values.length; i++) {
      values[i] = i * 10L;
    }
    try (OneBatch one = OneBatch.of(type, values)) {
      DictionaryColumn column = one.batch().column("c", DictionaryColumn.class);
      assertEquals(255, column.get(255));
      assertEquals(List.of(values), ColumnValues.of(column));
    }
  }
}
