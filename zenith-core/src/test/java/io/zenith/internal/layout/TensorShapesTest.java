package io.zenith.internal.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.FixedSizeListColumn;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Row;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// Arrow's extension types for tensors, and lists that are tensors wherever they lie.
class TensorShapesTest {
  private static final DataType FLOAT = new DataType.FloatingPoint(32);
  private static final DataType INT = new DataType.Int(32, true);
  private static final Field ITEM = Field.of("item", FLOAT);

  private static Field extension(DataType type, String name, String metadata) {
    return new Field(
        "c",
        type,
        true,
        Map.of("ARROW:extension:name", name, "ARROW:extension:metadata", metadata));
  }

  private static Field fixed(int size, String metadata) {
    return extension(new DataType.FixedSizeList(ITEM, size), "arrow.fixed_shape_tensor", metadata);
  }

  private static OneBatch batch(Field field, ArrayData data) throws Exception {
    return OneBatch.of(Schema.of(field), new RecordBatch(0, data.length(), List.of(data)));
  }

  private static OneBatch six(Field field) throws Exception {
    List<Object> row = List.of(1f, 2f, 3f, 4f, 5f, 6f);
    return batch(field, ArrayBuilder.plain(field.type(), List.of(row, row)));
  }

  @Test
  void tensorsOfOneShapeHaveTheShapeOfTheirMetadata() throws Exception {
    for (String metadata :
        List.of(
            "{\"shape\":[2,3]}",
            " { \"shape\" : [ 2 , 3 ] } ",
            "{\"shape\":[2,3],\"dim_names\":[\"a\",\"b\"],\"permutation\":[1,0]}",
            "{\"dim_names\":[\"shape\",\"b\"],\"shape\":[2,3]}",
            "{\"dim_names\":[\"\\\"shape\\\":[6]\",\"[\\\"shape\\\"\"],\"shape\":[2,3]}",
            "{\"dim_names\":[\"\\\\\",\"]\"],\"shape\":[2,3]}")) {
      try (OneBatch one = six(fixed(6, metadata))) {
        assertArrayEquals(new long[] {2, 2, 3}, one.batch().tensor("c").shape(), metadata);
        assertArrayEquals(new long[] {2, 3}, one.batch().tensor("c", 1).shape());
        assertEquals(6, one.batch().tensor("c", 1).getFloat(5));
        assertArrayEquals(new long[] {2, 2, 3}, one.batch().copy().tensor("c").shape());
      }
    }
  }

  @Test
  void metadataWithoutTheShapeOfTheListsAreRefused() throws Exception {
    for (String metadata :
        List.of(
            "",
            "{}",
            "{\"shape\":[]}",
            "{\"shape\":[7]}",
            "{\"shape\":[2,-3]}",
            "{\"shape\":[2,,3]}",
            "{\"shape\":[2 3]}",
            "{\"shape\":[2,3",
            "{\"shape\":6}",
            "{\"shape\":[\"6\"]}",
            "{\"Shape\":[6]}",
            "{\"x\\\"shape\":[6]}",
            "{\"shape\":[4294967296,4294967296,6]}",
            "{\"shape\":[99999999999999999999]}",
            "{\"shape\":[" + "1".repeat(1_000_000) + "]}",
            "{\"shape\":[" + "1,".repeat(1_000_000) + "6]}",
            "\"shape\"".repeat(100_000),
            "{\"shape\"" + " ".repeat(1_000_000))) {
      try (OneBatch one = six(fixed(6, metadata))) {
        MalformedDataException refusal =
            assertThrows(MalformedDataException.class, () -> one.batch().tensor("c"));
        String message = String.valueOf(refusal.getMessage());
        assertTrue(
            message.startsWith(
                "one.mem, split 0, column 'c', metadata of arrow.fixed_shape_tensor: found "),
            message);
        assertTrue(message.length() <= 1024, "a message without bound");
        assertEquals(2, one.batch().column("c", FixedSizeListColumn.class).rows());
      }
    }
  }

  @Test
  void emptyAndSingleShapesCount() throws Exception {
    Field none = fixed(0, "{\"shape\":[3,0]}");
    try (OneBatch one = batch(none, ArrayBuilder.plain(none.type(), List.of(List.of())))) {
      assertArrayEquals(new long[] {1, 3, 0}, one.batch().tensor("c").shape());
      assertArrayEquals(new long[] {3, 0}, one.batch().tensor("c", 0).shape());
    }
    Field single = fixed(1, "{\"shape\":[]}");
    try (OneBatch one = batch(single, ArrayBuilder.plain(single.type(), List.of(List.of(5f))))) {
      assertArrayEquals(new long[] {1}, one.batch().tensor("c").shape());
      assertArrayEquals(new long[] {}, one.batch().tensor("c", 0).shape());
      assertEquals("Tensor of float32 []: [5.0]", one.batch().tensor("c", 0).toString());
    }
  }

  @Test
  void theNameOfAnExtensionOverAnotherStorageMeansNothing() throws Exception {
    Field list =
        extension(new DataType.List(ITEM), "arrow.fixed_shape_tensor", "{\"shape\":[9,9]}");
    ArrayData data = ArrayBuilder.plain(list.type(), List.of(List.of(1f, 2f), List.of(3f, 4f)));
    try (OneBatch one = batch(list, data)) {
      assertArrayEquals(new long[] {2, 2}, one.batch().tensor("c").shape());
    }
    Field number = extension(FLOAT, "arrow.variable_shape_tensor", "");
    try (OneBatch one = batch(number, ArrayBuilder.plain(FLOAT, List.of(1f)))) {
      assertArrayEquals(new long[] {1}, one.batch().tensor("c").shape());
    }
    Field struct =
        extension(new DataType.Struct(List.of(ITEM, ITEM)), "arrow.variable_shape_tensor", "");
    try (OneBatch one = batch(struct, ArrayBuilder.plain(struct.type(), List.of(Row.of(1f, 2f))))) {
      assertThrows(IllegalArgumentException.class, () -> one.batch().tensor("c"));
    }
  }

  @Test
  void filesWhoseTensorsDifferInShapeAreNoDataset() throws Exception {
    refused("{\"shape\":[2,3]}", "{\"shape\":[3,2]}", "of shape [2, 3]", "of shape [3, 2]");
    refused(
        "{\"shape\":[2,3],\"permutation\":[1,0]}",
        "{\"shape\":[2,3]}",
        "of shape [2, 3] permuted by [1, 0]",
        "of shape [2, 3]");
    List<Field> alike =
        List.of(
            fixed(6, "{\"shape\":[2,3]}"),
            fixed(6, "{\"shape\" : [2, 3], \"permutation\":[0,1], \"dim_names\":[\"x\",\"y\"]}"),
            Field.of("c", new DataType.FixedSizeList(Field.of("element", FLOAT), 6)));
    for (Field other : alike) {
      try (MemFolder folder = MemFolder.of(file("a.mem", alike.getFirst()), file("b.mem", other))) {
        assertEquals(2, folder.open().rowCount());
      }
    }
  }

  private static MemFile file(String name, Field field) {
    ArrayData data = ArrayBuilder.plain(field.type(), List.of(List.of(1f, 2f, 3f, 4f, 5f, 6f)));
    return MemFile.mapped(name, Schema.of(field)).split(new RecordBatch(0, 1, List.of(data)));
  }

  private static void refused(String first, String second, String expected, String found)
      throws Exception {
    try (MemFolder folder =
        MemFolder.of(file("a.mem", fixed(6, first)), file("b.mem", fixed(6, second)))) {
      String message =
          String.valueOf(
              assertThrows(UnsupportedDataException.class, () -> folder.open().rowCount())
                  .getMessage());
      assertTrue(message.contains(expected + " in "), message);
      assertTrue(message.contains(found + ", but "), message);
    }
  }

  private static Field variable(int dimensions) {
    return extension(
        new DataType.Struct(
            List.of(
                Field.of("data", new DataType.List(ITEM)),
                Field.of("shape", new DataType.FixedSizeList(Field.of("item", INT), dimensions)))),
        "arrow.variable_shape_tensor",
        "{}");
  }

  private static OneBatch variable(int dimensions, Row... rows) throws Exception {
    Field field = variable(dimensions);
    return batch(
        field, ArrayBuilder.noisy(field.type(), Arrays.asList(rows), new SplittableRandom(1)));
  }

  @Test
  void tensorsOfAnyShapeHaveTheirOwn() throws Exception {
    Row two = Row.of(List.of(1f, 2f, 3f, 4f, 5f, 6f), List.of(2L, 3L));
    Row three = Row.of(List.of(7f, 8f, 9f, 10f, 11f, 12f), List.of(3L, 2L));
    Row none = Row.of(List.of(), List.of(0L, 9L));
    try (OneBatch one = variable(2, two, three, none)) {
      assertArrayEquals(new long[] {2, 3}, one.batch().tensor("c", 0).shape());
      assertArrayEquals(new long[] {3, 2}, one.batch().tensor("c", 1).shape());
      assertArrayEquals(new float[] {7, 8, 9, 10, 11, 12}, one.batch().tensor("c", 1).toFloats());
      assertArrayEquals(new long[] {0, 9}, one.batch().tensor("c", 2).shape());
      assertEquals(
          "column 'c' is no tensor in this batch: tensor 0 has the shape [2, 3], tensor 1 has [3,"
              + " 2]; read one row at a time",
          assertThrows(IllegalStateException.class, () -> one.batch().tensor("c")).getMessage());
    }
    try (OneBatch one = variable(2, two, two)) {
      assertArrayEquals(new long[] {2, 2, 3}, one.batch().tensor("c").shape());
      assertEquals(12, one.batch().tensor("c").size());
    }
    try (OneBatch one = variable(0, Row.of(List.of(4f), List.of()))) {
      assertArrayEquals(new long[] {}, one.batch().tensor("c", 0).shape());
    }
  }

  @Test
  void shapesThatDoNotFitTheirElementsAreMalformed() throws Exception {
    for (List<Long> shape :
        List.of(
            List.of(2L, 2L),
            List.of(-2L, -3L),
            List.of(0L, 0L),
            List.of(2147483647L, 2147483647L))) {
      try (OneBatch one = variable(2, Row.of(List.of(1f, 2f, 3f, 4f, 5f, 6f), shape))) {
        MalformedDataException refusal =
            assertThrows(MalformedDataException.class, () -> one.batch().tensor("c"));
        assertEquals(
            "one.mem, split 0, column 'c', row 0: found shape "
                + shape
                + ", expected one of 6 elements",
            refusal.getMessage());
      }
    }
  }

  @Test
  void nullsInTensorsOfAnyShapeAreRefused() throws Exception {
    Row good = Row.of(List.of(1f), List.of(1L));
    List<Row> bad = new ArrayList<>();
    bad.add(null);
    bad.add(Row.of(null, List.of(1L)));
    bad.add(Row.of(List.of(1f), null));
    bad.add(Row.of(List.of(1f), Arrays.asList((Long) null)));
    bad.add(Row.of(Arrays.asList((Float) null), List.of(1L)));
    for (Row row : bad) {
      String how = row == null ? "is null" : "holds a null";
      try (OneBatch one = variable(1, good, row)) {
        for (Executable use :
            List.<Executable>of(() -> one.batch().tensor("c"), () -> one.batch().tensor("c", 1))) {
          String message =
              String.valueOf(assertThrows(IllegalStateException.class, use).getMessage());
          assertTrue(message.startsWith("column 'c' " + how + " at row 1 of this batch"), message);
        }
        assertEquals(1, one.batch().tensor("c", 0).getFloat(0));
      }
    }
  }

  @Test
  void theErrorOfOneRowNamesThatRow() throws Exception {
    Field list = Field.of("c", new DataType.List(ITEM));
    ArrayData data =
        ArrayBuilder.plain(
            list.type(), Arrays.asList(List.of(1f), null, Arrays.asList(2f, null), List.of()));
    try (OneBatch one = OneBatch.of(data, 1, 3)) {
      assertTrue(
          String.valueOf(
                  assertThrows(IllegalStateException.class, () -> one.batch().tensor("c", 0))
                      .getMessage())
              .startsWith("column 'c' is null at row 0 of this batch"));
      assertTrue(
          String.valueOf(
                  assertThrows(IllegalStateException.class, () -> one.batch().tensor("c", 1))
                      .getMessage())
              .startsWith("column 'c' holds a null at row 1 of this batch"));
      assertArrayEquals(new long[] {0}, one.batch().tensor("c", 2).shape());
      assertThrows(IndexOutOfBoundsException.class, () -> one.batch().tensor("c", 3));
      assertThrows(IndexOutOfBoundsException.class, () -> one.batch().tensor("c", -1));
    }
  }

  @Test
  void oneRowOfEveryKindOfColumn() throws Exception {
    DataType lists = new DataType.FixedSizeList(Field.of("item", new DataType.List(ITEM)), 2);
    ArrayData nested =
        ArrayBuilder.plain(
            lists,
            List.of(
                List.of(List.of(1f), List.of(2f)),
                List.of(List.of(3f, 4f), List.of(5f, 6f)),
                List.of(List.of(7f), List.of(8f, 9f))));
    try (OneBatch one = OneBatch.of(nested)) {
      assertArrayEquals(new long[] {2, 1}, one.batch().tensor("c", 0).shape());
      assertArrayEquals(new long[] {2, 2}, one.batch().tensor("c", 1).shape());
      assertArrayEquals(new float[] {3, 4, 5, 6}, one.batch().tensor("c", 1).toFloats());
      assertThrows(IllegalStateException.class, () -> one.batch().tensor("c", 2));
    }
    try (OneBatch one = OneBatch.of(FLOAT, 1f, 2f)) {
      assertArrayEquals(new long[] {}, one.batch().tensor("c", 1).shape());
      assertArrayEquals(new float[] {2}, one.batch().tensor("c", 1).toFloats());
    }
  }

  private static ArrayData listViews(List<Long> starts, List<Long> sizes) {
    DataType type = new DataType.ListView(ITEM);
    ArrayData elements = ArrayBuilder.plain(FLOAT, List.of(0f, 1f, 2f, 3f, 4f, 5f));
    return new ArrayData(
        type,
        starts.size(),
        0,
        List.of(
            MemorySegment.NULL,
            ArrayBuilder.plain(INT, starts).buffers().getLast(),
            ArrayBuilder.plain(INT, sizes).buffers().getLast()),
        List.of(elements),
        Optional.empty());
  }

  @Test
  void listViewsAreATensorWhereOneLiesBehindTheOther() throws Exception {
    try (OneBatch one = OneBatch.of(listViews(List.of(1L, 3L), List.of(2L, 2L)))) {
      assertArrayEquals(new float[] {1, 2, 3, 4}, one.batch().tensor("c").toFloats());
      assertArrayEquals(new float[] {1, 2, 3, 4}, one.batch().copy().tensor("c").toFloats());
    }
    for (List<Long> starts : List.of(List.of(3L, 1L), List.of(0L, 3L), List.of(0L, 1L))) {
      try (OneBatch one = OneBatch.of(listViews(starts, List.of(2L, 2L)))) {
        String message =
            String.valueOf(
                assertThrows(IllegalStateException.class, () -> one.batch().tensor("c"))
                    .getMessage());
        assertTrue(message.contains("list 1 does not lie behind the one before; read it"), message);
        float from = starts.getLast();
        assertArrayEquals(new float[] {from, from + 1}, one.batch().tensor("c", 1).toFloats());
      }
    }
    try (OneBatch one = OneBatch.of(listViews(List.of(5L, 0L, 3L), List.of(0L, 0L, 0L)))) {
      assertArrayEquals(new long[] {3, 0}, one.batch().tensor("c").shape());
    }
  }
}
