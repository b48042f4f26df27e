package io.zenith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Row;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TensorTest {
  private static final DataType BYTE = new DataType.Int(8, false);
  private static final DataType FLOAT = new DataType.FloatingPoint(32);
  private static final DataType LISTS = new DataType.List(Field.of("item", FLOAT));

  private static DataType fixed(DataType element, int size) {
    return new DataType.FixedSizeList(Field.of("item", element), size);
  }

  @Test
  void aNumericColumnIsATensorOfOneDimension() throws Exception {
    try (OneBatch one = OneBatch.of(ArrayBuilder.plain(BYTE, List.of(1L, 254L, 255L)), 1, 2)) {
      Tensor tensor = one.batch().tensor("c");
      assertArrayEquals(new long[] {2}, tensor.shape());
      assertArrayEquals(new float[] {254, 255}, tensor.toFloats());
      assertEquals(255, tensor.getFloat(1));
      assertEquals(BYTE, tensor.elementType());
      assertEquals("Tensor of uint8 [2]: [254.0, 255.0]", tensor.toString());
    }
  }

  @Test
  void nestedFixedSizeListsAreTensorsWithoutACopy() throws Exception {
    ArrayData images =
        ArrayBuilder.plain(
            fixed(fixed(BYTE, 3), 2),
            List.of(
                List.of(List.of(0L, 0L, 0L), List.of(0L, 0L, 0L)),
                List.of(List.of(1L, 2L, 3L), List.of(4L, 5L, 6L)),
                List.of(List.of(7L, 8L, 9L), List.of(10L, 11L, 255L))));
    try (OneBatch one = OneBatch.of(images, 1, 2)) {
      Tensor tensor = one.batch().tensor("c");
      assertArrayEquals(new long[] {2, 2, 3}, tensor.shape());
      assertEquals(12, tensor.size());
      assertArrayEquals(new float[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 255}, tensor.toFloats());
      assertEquals(12, tensor.segment().byteSize());
      assertEquals(-1, tensor.segment().get(ValueLayout.JAVA_BYTE, 11));
      FixedSizeListColumn column = one.batch().column("c", FixedSizeListColumn.class);
      FixedSizeListColumn inner = (FixedSizeListColumn) column.elements();
      assertEquals(((ByteColumn) inner.elements()).segment().address(), tensor.segment().address());
    }
  }

  @Test
  void listsOfOneLengthAreATensorAndOthersSayWhichDiffers() throws Exception {
    ArrayData lists =
        ArrayBuilder.noisy(
            LISTS,
            List.of(List.of(9f), List.of(1f, 2f), List.of(3f, 4f), List.of(5f, 6f, 7f)),
            new SplittableRandom(1));
    try (OneBatch one = OneBatch.of(lists, 1, 2);
        OneBatch all = OneBatch.of(lists)) {
      Tensor tensor = one.batch().tensor("c");
      assertArrayEquals(new long[] {2, 2}, tensor.shape());
      assertArrayEquals(new float[] {1, 2, 3, 4}, tensor.toFloats());
      String message =
          assertThrows(IllegalStateException.class, () -> all.batch().tensor("c")).getMessage();
      assertEquals(
          "column 'c' is no tensor in this batch: list 0 has 1 elements, list 1 has 2; read it"
              + " with column(\"c\", ListColumn.class)",
          message);
    }
  }

  @Test
  void emptyListsAreATensorWithoutElements() throws Exception {
    try (OneBatch lists = OneBatch.of(LISTS, List.of(), List.of());
        OneBatch none = OneBatch.of(fixed(FLOAT, 0), List.of(), List.of(), List.of());
        OneBatch deep = OneBatch.of(fixed(LISTS, 0), List.of(), List.of())) {
      assertArrayEquals(new long[] {2, 0}, lists.batch().tensor("c").shape());
      assertArrayEquals(new float[0], lists.batch().tensor("c").toFloats());
      assertArrayEquals(new long[] {3, 0}, none.batch().tensor("c").shape());
      assertArrayEquals(new long[] {2, 0, 0}, deep.batch().tensor("c").shape());
    }
  }

  @Test
  void truthValuesAreATensorOfZerosAndOnesButNotASegment() throws Exception {
    ArrayData bools =
        ArrayBuilder.plain(new DataType.Bool(), List.of(false, true, true, false, true));
    try (OneBatch one = OneBatch.of(bools, 1, 4)) {
      Tensor tensor = one.batch().tensor("c");
      assertArrayEquals(new float[] {1, 1, 0, 1}, tensor.toFloats());
      assertThrows(IllegalStateException.class, tensor::segment);
    }
  }

  @Test
  void nullsAtAnyLevelAreRefusedWithColumnAndRow() throws Exception {
    try (OneBatch top = OneBatch.of(fixed(FLOAT, 2), List.of(1f, 2f), null);
        OneBatch inner =
            OneBatch.of(
                fixed(FLOAT, 2), List.of(1f, 2f), List.of(3f, 4f), Arrays.asList(5f, null));
        OneBatch middle =
            OneBatch.of(
                fixed(LISTS, 2),
                List.of(List.of(1f), List.of(2f)),
                Arrays.asList(List.of(3f), null))) {
      assertNull("column 'c' is null at row 1 of this batch", top);
      assertNull("column 'c' holds a null at row 2 of this batch", inner);
      assertNull("column 'c' holds a null at row 1 of this batch", middle);
    }
  }

  private static void assertNull(String expected, OneBatch one) {
    String message =
        assertThrows(IllegalStateException.class, () -> one.batch().tensor("c")).getMessage();
    assertTrue(message.startsWith(expected), message);
  }

  @Test
  void nullsUnderOtherRowsDoNotMatter() throws Exception {
    ArrayData data =
        ArrayBuilder.plain(
            fixed(FLOAT, 2), Arrays.asList(null, List.of(1f, 2f), Arrays.asList(null, 3f)));
    try (OneBatch one = OneBatch.of(data, 1, 1)) {
      assertArrayEquals(new float[] {1, 2}, one.batch().tensor("c").toFloats());
    }
  }

  @Test
  void whatHoldsNoNumbersIsNoTensor() throws Exception {
    DataType dictionary = new DataType.Dictionary(new DataType.Int(8, true), FLOAT, false);
    try (OneBatch text = OneBatch.of(new DataType.Utf8(), "x");
        OneBatch texts = OneBatch.of(fixed(new DataType.Utf8(), 1), List.of("x"));
        OneBatch structs = OneBatch.of(new DataType.Struct(List.of()), Row.of());
        OneBatch entries = OneBatch.of(dictionary, 1f)) {
      assertEquals(
          "column 'c' is utf8: no tensor; read it with strings(\"c\")",
          assertThrows(IllegalArgumentException.class, () -> text.batch().tensor("c"))
              .getMessage());
      for (OneBatch one : List.of(texts, structs, entries)) {
        assertThrows(IllegalArgumentException.class, () -> one.batch().tensor("c"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"shape\":[2,3]}",
        "{ \"dim_names\" : [\"shape\", \"\\\"shape\\\":[6]\"], \"shape\" :\n[ 2 , 3 ] }",
        "{\"permutation\":[1,0],\"shape\":[2,3]}"
      })
  void fixedShapeTensorsHaveTheShapeOfTheirMetadata(String metadata) throws Exception {
    try (OneBatch one = tensors(metadata)) {
      assertArrayEquals(new long[] {1, 2, 3}, one.batch().tensor("c").shape());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"shape\":[2,3",
        "{\"shape\":[2,4]}",
        "{\"shape\":[-2,-3]}",
        "{\"shape\":[2,x]}",
        "{\"shape\":[4294967296,4294967296,6]}",
        "{\"shape\":[]}",
        "{\\\"shape\":[2,3]}",
        "{\"shape\"",
        "{\"shape\":"
      })
  void aShapeOfAnotherSizeIsMalformed(String metadata) throws Exception {
    try (OneBatch one = tensors(metadata)) {
      assertThrows(MalformedDataException.class, () -> one.batch().tensor("c"));
    }
  }

  /// One tensor of six elements.
  private static OneBatch tensors(String metadata) throws Exception {
    ArrayData data = ArrayBuilder.plain(fixed(FLOAT, 6), List.of(List.of(1f, 2f, 3f, 4f, 5f, 6f)));
    Map<String, String> extension =
        Map.of(
            "ARROW:extension:name",
            "arrow.fixed_shape_tensor",
            "ARROW:extension:metadata",
            metadata);
    Schema schema = Schema.of(new Field("c", data.type(), true, extension));
    return OneBatch.of(schema, new RecordBatch(0, 1, List.of(data)));
  }

  @Test
  void copiesStayInside() throws Exception {
    try (OneBatch one = OneBatch.of(FLOAT, 1f, 2f)) {
      Tensor tensor = one.batch().tensor("c");
      float[] target = {9, 9, 9, 9};
      tensor.copyTo(target, 1);
      assertArrayEquals(new float[] {9, 1, 2, 9}, target);
      assertThrows(IndexOutOfBoundsException.class, () -> tensor.copyTo(new float[2], 1));
      assertThrows(IndexOutOfBoundsException.class, () -> tensor.getFloat(2));
      assertThrows(IndexOutOfBoundsException.class, () -> tensor.getFloat(-1));
      tensor.shape()[0] = 7;
      assertArrayEquals(new long[] {2}, tensor.shape());
    }
  }
}
