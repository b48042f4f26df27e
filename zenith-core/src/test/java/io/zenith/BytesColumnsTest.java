package io.zenith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.OneBatch;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Text, binary and fixed-size binary columns.
class BytesColumnsTest {
  private static final List<Object> TEXTS = Arrays.asList("ab", "", "€😀", null, "z");

  @Test
  void textIsReadAsStringsAndAsBytes() throws Exception {
    try (OneBatch one = OneBatch.of(ArrayBuilder.plain(new DataType.Utf8(), TEXTS), 1, 4)) {
      Utf8Column column = one.batch().strings("c");
      assertEquals("", column.get(0));
      assertEquals("€😀", column.get(1));
      assertEquals("z", column.get(3));
      assertEquals(0, column.byteLength(0));
      assertEquals(7, column.byteLength(1));
      assertEquals("€😀", text(column.bytes(1)));
      assertEquals("€😀z", text(column.segment()));
      assertTrue(column.segment().isNative());
    }
  }

  private static String text(MemorySegment bytes) {
    return new String(bytes.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
  }

  @Test
  void binaryValuesAreReadAsArraysAndAsViews() throws Exception {
    Object[] values = {Bytes.of((byte) 1), Bytes.of(), Bytes.of((byte) 2, (byte) -1)};
    ArrayData data = ArrayBuilder.plain(new DataType.Binary(), List.of(values));
    try (OneBatch one = OneBatch.of(data, 1, 2)) {
      BinaryColumn column = one.batch().binaries("c");
      assertArrayEquals(new byte[0], column.get(0));
      assertArrayEquals(new byte[] {2, -1}, column.get(1));
      assertEquals(2, column.byteLength(1));
      assertEquals(column.bytes(1).address(), column.segment().address());
      assertArrayEquals(new byte[] {2, -1}, column.segment().toArray(ValueLayout.JAVA_BYTE));
    }
  }

  @Test
  void fixedSizeBinaryValuesHaveOneWidth() throws Exception {
    Object[] values = {Bytes.of((byte) 1, (byte) 2), Bytes.of((byte) 3, (byte) 4)};
    ArrayData data = ArrayBuilder.plain(new DataType.FixedSizeBinary(2), List.of(values));
    try (OneBatch one = OneBatch.of(data, 1, 1)) {
      FixedSizeBinaryColumn column = one.batch().column("c", FixedSizeBinaryColumn.class);
      assertEquals(2, column.byteWidth());
      assertArrayEquals(new byte[] {3, 4}, column.get(0));
      assertArrayEquals(new byte[] {3, 4}, column.bytes(0).toArray(ValueLayout.JAVA_BYTE));
      assertArrayEquals(new byte[] {3, 4}, column.segment().toArray(ValueLayout.JAVA_BYTE));
    }
  }

  @Test
  void aWidthOfZeroBytesIsAWidth() throws Exception {
    try (OneBatch one = OneBatch.of(new DataType.FixedSizeBinary(0), Bytes.of(), null)) {
      FixedSizeBinaryColumn column = one.batch().column("c", FixedSizeBinaryColumn.class);
      assertArrayEquals(new byte[0], column.get(0));
      assertTrue(column.isNull(1));
      assertEquals(0, column.segment().byteSize());
    }
  }

  @Test
  void aTextColumnOfNoRowsNeedsNoOffsets() throws Exception {
    DataType type = new DataType.List(io.zenith.schema.Field.of("item", new DataType.Utf8()));
    ArrayData text =
        new ArrayData(
            new DataType.Utf8(),
            0,
            0,
            List.of(MemorySegment.NULL, MemorySegment.NULL, MemorySegment.NULL),
            List.of(),
            java.util.Optional.empty());
    ArrayData empty = ArrayBuilder.plain(type, List.of(List.of()));
    ArrayData lists =
        new ArrayData(type, 1, 0, empty.buffers(), List.of(text), java.util.Optional.empty());
    try (OneBatch one = OneBatch.of(lists)) {
      Utf8Column elements = (Utf8Column) one.batch().column("c", ListColumn.class).elements();
      assertEquals(0, elements.rows());
      assertEquals(0, elements.segment().byteSize());
      assertEquals("[]", one.batch().column(0).text(0));
    }
  }
}
