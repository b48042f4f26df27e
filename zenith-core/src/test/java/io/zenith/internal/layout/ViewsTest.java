package io.zenith.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.zenith.Utf8Column;
import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.OneBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Text and binary views as hostile, and as generous, writers make them.
class ViewsTest {
  private static final DataType TEXT = new DataType.Utf8View();
  private static final DataType BINARY = new DataType.BinaryView();
  private static final String LONG = "twenty characters, ä";

  private static MemorySegment segment(byte[] bytes) {
    MemorySegment memory = Arena.ofAuto().allocate(Math.max(1, bytes.length));
    return memory.copyFrom(MemorySegment.ofArray(bytes)).asSlice(0, bytes.length);
  }

  private static MemorySegment text(String text) {
    return segment(text.getBytes(StandardCharsets.UTF_8));
  }

  /// A view as its four numbers.
  private record View(int length, int prefix, int buffer, int offset) {
    static View of(MemorySegment buffer, int number, int offset, int length) {
      return new View(length, buffer.get(ValueLayout.JAVA_INT_UNALIGNED, offset), number, offset);
    }

    static View inline(int length, byte... value) {
      byte[] twelve = new byte[12];
      System.arraycopy(value, 0, twelve, 0, value.length);
      ByteBuffer bytes = ByteBuffer.wrap(twelve).order(ByteOrder.LITTLE_ENDIAN);
      return new View(length, bytes.getInt(), bytes.getInt(), bytes.getInt());
    }
  }

  private static ArrayData views(
      DataType type, MemorySegment validity, List<View> views, MemorySegment... data) {
    ByteBuffer bytes = ByteBuffer.allocate(16 * views.size()).order(ByteOrder.LITTLE_ENDIAN);
    for (View view : views) {
      bytes.putInt(view.length).putInt(view.prefix).putInt(view.buffer).putInt(view.offset);
    }
    List<MemorySegment> buffers = new ArrayList<>(List.of(validity, segment(bytes.array())));
    buffers.addAll(List.of(data));
    return new ArrayData(type, views.size(), -1, buffers, List.of(), Optional.empty());
  }

  private static ArrayData views(DataType type, List<View> views, MemorySegment... data) {
    return views(type, MemorySegment.NULL, views, data);
  }

  private static void malformed(ArrayData data, String message) throws Exception {
    try (OneBatch one = OneBatch.of(data)) {
      for (int use = 0; use < 2; use++) {
        MalformedDataException refusal =
            assertThrows(MalformedDataException.class, () -> one.batch().column("c"));
        assertEquals("one.mem, split 0, column 'c', row " + message, refusal.getMessage());
      }
    }
  }

  @Test
  void lengthBufferOffsetAndPrefixAreChecked() throws Exception {
    MemorySegment data = text(LONG);
    int end = (int) data.byteSize();
    View good = View.of(data, 0, 0, end);
    for (DataType type : List.of(TEXT, BINARY)) {
      malformed(
          views(type, List.of(good, new View(-1, 0, 0, 0)), data),
          "1: found length -1, expected 0 or more");
      malformed(
          views(type, List.of(good, new View(Integer.MIN_VALUE, 0, 0, 0)), data),
          "1: found length -2147483648, expected 0 or more");
      malformed(
          views(type, List.of(new View(13, good.prefix, 1, 0)), data),
          "0: found data buffer 1, expected one below 1");
      malformed(
          views(type, List.of(new View(13, good.prefix, -1, 0)), data),
          "0: found data buffer -1, expected one below 1");
      malformed(
          views(type, List.of(new View(13, good.prefix, 0, 0))),
          "0: found data buffer 0, expected one below 0");
      malformed(
          views(type, List.of(new View(13, good.prefix, 0, -1)), data),
          "0: found 13 bytes from -1 on of data buffer 0, expected bytes inside its 21");
      malformed(
          views(type, List.of(new View(end, good.prefix, 0, 1)), data),
          "0: found 21 bytes from 1 on of data buffer 0, expected bytes inside its 21");
      malformed(
          views(type, List.of(new View(Integer.MAX_VALUE, 0, 0, Integer.MAX_VALUE)), data),
          "0: found 2147483647 bytes from 2147483647 on of data buffer 0, expected bytes inside its"
              + " 21");
      malformed(
          views(type, List.of(new View(13, good.prefix + 1, 0, 0)), data),
          "0: found prefix 0x7577656e, expected 0x7477656e, as the value begins");
    }
  }

  @Test
  void textIsUtf8InlineAndInItsBuffer() throws Exception {
    malformed(
        views(TEXT, List.of(View.inline(3, (byte) 'a', (byte) 0xc3, (byte) 'b'))),
        "0: found byte 0xc3 at offset 1 of the value, expected UTF-8");
    malformed(
        views(TEXT, List.of(View.inline(12, new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1}))),
        "0: found byte 0xff at offset 11 of the value, expected UTF-8");
    MemorySegment data = text(LONG + LONG);
    malformed(
        views(TEXT, List.of(View.of(data, 0, 0, 20)), data),
        "0: found byte 0xc3 at offset 19 of the value, expected UTF-8");
    malformed(
        views(TEXT, List.of(View.of(data, 0, 20, 20)), data),
        "0: found byte 0xa4 at offset 0 of the value, expected UTF-8");
    try (OneBatch one = OneBatch.of(views(BINARY, List.of(View.of(data, 0, 20, 20)), data))) {
      assertEquals(20, one.batch().binaries("c").get(0).length);
    }
  }

  @Test
  void whatLiesUnderNullsAndBehindShortValuesDoesNotMatter() throws Exception {
    MemorySegment data = text(LONG);
    View bad = new View(-5, 1, 77, -9);
    View padded = View.inline(1, (byte) 'a', (byte) 0xff, (byte) 0xff);
    ArrayData views =
        views(TEXT, segment(new byte[] {0b1010}), List.of(bad, padded, bad, padded), data);
    try (OneBatch one = OneBatch.of(views)) {
      Utf8Column column = one.batch().strings("c");
      assertEquals(
          List.of("", "a", "", "a"), List.of(0, 1, 2, 3).stream().map(column::get).toList());
      assertEquals(0, column.byteLength(0));
      assertEquals(0, column.bytes(2).byteSize());
      assertEquals(2, column.nullCount());
    }
  }

  @Test
  void valuesGatheredFromADictionaryShareItsBytes() throws Exception {
    MemorySegment noText = segment(Bytes.of((byte) 0xff, (byte) 0x80).toArray());
    MemorySegment words = text(LONG + LONG);
    MemorySegment data = Arena.ofAuto().allocate(words.byteSize() + 4);
    data.asSlice(0, 2).copyFrom(noText);
    data.asSlice(2, words.byteSize()).copyFrom(words);
    data.asSlice(2 + words.byteSize()).copyFrom(noText);
    List<View> views = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      views.add(View.of(data, 0, 2 + i % 2 * 21, 21));
    }
    try (OneBatch one = OneBatch.of(views(TEXT, views, data))) {
      Utf8Column column = one.batch().strings("c");
      assertEquals(LONG, column.get(0));
      assertEquals(LONG, column.get(999));
    }
    views.add(View.of(data, 0, 3, 19));
    malformed(
        views(TEXT, views, data),
        "1000: found byte 0xc3 at offset 18 of the value, expected UTF-8");
    views.set(1000, View.of(data, 0, 23, 22));
    malformed(
        views(TEXT, views, data),
        "1000: found byte 0xff at offset 21 of the value, expected UTF-8");
  }

  @Test
  void sharingCostsNoTimeWithoutBound() throws Exception {
    MemorySegment data = text("x".repeat(1 << 24));
    List<View> views = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      views.add(View.of(data, 0, i, (1 << 24) - i));
    }
    ArrayData column = views(TEXT, views, data);
    try (OneBatch one = OneBatch.of(column)) {
      assertTimeoutPreemptively(Duration.ofSeconds(30), () -> one.batch().strings("c"));
    }
  }
}
