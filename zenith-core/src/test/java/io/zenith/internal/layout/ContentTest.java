package io.zenith.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.OneBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Columns whose sizes are right and whose content is not: refused at first use.
class ContentTest {
  private static final DataType INT = new DataType.Int(32, true);
  private static final DataType UTF8 = new DataType.Utf8();
  private static final DataType LIST = new DataType.List(Field.of("item", INT));

  /// One of each kind that the Unicode standard, table 3-7, leaves out.
  private static final List<String> NOT_UTF8 =
      List.of(
          "80",
          "bf",
          "c080",
          "c1bf",
          "c2",
          "c241",
          "e08080",
          "e09fbf",
          "e180",
          "e18041",
          "eda080",
          "edbfbf",
          "f0808080",
          "f08fbfbf",
          "f1",
          "f180",
          "f18080",
          "f1808041",
          "f4908080",
          "f5808080",
          "f8888080",
          "fe",
          "ff");

  private static MemorySegment ints(int... values) {
    return copy(MemorySegment.ofArray(littleEndian(values)));
  }

  private static int[] littleEndian(int... values) {
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
        ? values
        : Arrays.stream(values).map(Integer::reverseBytes).toArray();
  }

  private static MemorySegment copy(MemorySegment bytes) {
    return Arena.ofAuto().allocate(Math.max(1, bytes.byteSize())).copyFrom(bytes);
  }

  private static MemorySegment hex(String hex) {
    return copy(MemorySegment.ofArray(new Bytes(hex).toArray())).asSlice(0, hex.length() / 2);
  }

  private static ArrayData array(
      DataType type, long length, List<MemorySegment> buffers, ArrayData... children) {
    return new ArrayData(type, length, -1, buffers, List.of(children), Optional.empty());
  }

  private static ArrayData text(MemorySegment validity, int[] offsets, String hex) {
    return array(UTF8, offsets.length - 1, List.of(validity, ints(offsets), hex(hex)));
  }

  private static void malformed(ArrayData data, String message) throws Exception {
    try (OneBatch one = OneBatch.of(data)) {
      for (int use = 0; use < 2; use++) {
        MalformedDataException refusal =
            assertThrows(
                MalformedDataException.class,
                () -> one.batch().column("c"),
                () -> message + ", use of the column");
        assertEquals("one.mem, split 0, column '" + message, refusal.getMessage());
      }
    }
  }

  @Test
  void offsetsRiseFromZeroAndStayInside() throws Exception {
    MemorySegment none = MemorySegment.NULL;
    for (DataType type : List.of(UTF8, new DataType.Binary())) {
      malformed(
          array(type, 2, List.of(none, ints(-1, 0, 1), hex("4141"))),
          "c', row 0: found offset -1 after 0, expected offsets that rise from 0");
      malformed(
          array(type, 2, List.of(none, ints(0, 2, 1), hex("4141"))),
          "c', row 1: found offset 1 after 2, expected offsets that rise from 0");
      malformed(
          array(type, 2, List.of(none, ints(0, 1, 3), hex("4141"))),
          "c', row 1: found end offset 3, expected at most 2");
      malformed(
          array(type, 2, List.of(none, ints(0, Integer.MIN_VALUE, 2), hex("4141"))),
          "c', row 0: found offset -2147483648 after 0, expected offsets that rise from 0");
      malformed(
          array(type, 2, List.of(none, ints(0, Integer.MAX_VALUE, 2), hex("4141"))),
          "c', row 1: found offset 2 after 2147483647, expected offsets that rise from 0");
    }
    ArrayData items = ArrayBuilder.plain(INT, List.of(1L, 2L));
    malformed(
        array(LIST, 1, List.of(none, ints(0, 3)), items),
        "c', row 0: found end offset 3, expected at most 2");
    malformed(
        array(LIST, 2, List.of(none, ints(1, 2, 0)), items),
        "c', row 1: found offset 0 after 2, expected offsets that rise from 0");
  }

  @Test
  void offsetsUnderNullsPlaceTheValuesAfterThemAndAreChecked() throws Exception {
    MemorySegment allNull = hex("00");
    malformed(
        array(UTF8, 2, List.of(allNull, ints(0, 5, 2), hex("4141"))),
        "c', row 1: found offset 2 after 5, expected offsets that rise from 0");
  }

  @Test
  void whatIsNoUtf8IsRefusedBetweenSoundTexts() throws Exception {
    for (String bad : NOT_UTF8) {
      int length = bad.length() / 2;
      String first = bad.substring(0, 2);
      int[] offsets = {1, 3, 3 + length, 5 + length};
      String around = "ff" + "4142" + bad + "c3a9" + "ff";
      malformed(
          text(MemorySegment.NULL, offsets, around),
          "c', row 1: found byte 0x" + first + " at offset 3 of its text buffer, expected UTF-8");
      malformed(
          text(hex("ff"), offsets, around),
          "c', row 1: found byte 0x" + first + " at offset 3 of its text buffer, expected UTF-8");
    }
  }

  @Test
  void aCharacterCutByTheBorderOfTwoValuesIsRefused() throws Exception {
    for (String character : List.of("c3a9", "e282ac", "f09f9880")) {
      for (int cut = 1; cut < character.length() / 2; cut++) {
        int[] offsets = {0, 1, 1 + cut, 1 + character.length() / 2};
        malformed(
            text(MemorySegment.NULL, offsets, "41" + character),
            "c', row 2: found text that begins inside a character, expected UTF-8");
        try (OneBatch one = OneBatch.of(text(hex("ff"), offsets, "41" + character))) {
          assertThrows(MalformedDataException.class, () -> one.batch().strings("c"));
        }
      }
    }
  }

  @Test
  void garbageUnderNullsIsNobodysBusiness() throws Exception {
    ArrayData texts = text(hex("05"), new int[] {0, 1, 3, 4}, "41fffe42");
    try (OneBatch one = OneBatch.of(texts)) {
      assertEquals(Arrays.asList("A", null, "B"), ColumnValues.of(one.batch().column("c")));
    }
    DataType type = new DataType.Dictionary(new DataType.Int(32, true), UTF8, false);
    for (int garbage : new int[] {-1, 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      ArrayData indices =
          new ArrayData(
              type,
              2,
              1,
              List.of(hex("01"), ints(0, garbage)),
              List.of(),
              Optional.of(DictionaryData.of(ArrayBuilder.plain(UTF8, List.of("only")))));
      try (OneBatch one = OneBatch.of(indices)) {
        assertEquals(Arrays.asList("only", null), ColumnValues.of(one.batch().column("c")));
        assertEquals("null", one.batch().column("c").text(1));
      }
    }
  }

  @Test
  void indicesHitTheDictionary() throws Exception {
    List<Object> entries = new ArrayList<>();
    for (long i = 0; i < 100; i++) {
      entries.add(i);
    }
    ArrayData hundred = ArrayBuilder.plain(INT, entries);
    for (int bits : new int[] {8, 16, 32, 64}) {
      for (boolean signed : new boolean[] {true, false}) {
        DataType.Int index = new DataType.Int(bits, signed);
        long minusOne = signed || bits == 64 ? -1 : (1L << bits) - 1;
        malformed(indices(index, hundred, 99, 100), 100);
        malformed(indices(index, hundred, 0, -1), minusOne);
      }
    }
  }

  private static ArrayData indices(DataType.Int index, ArrayData dictionary, long... values) {
    int width = index.bits() / 8;
    MemorySegment buffer = Arena.ofAuto().allocate((long) values.length * width);
    for (int i = 0; i < values.length; i++) {
      for (int b = 0; b < width; b++) {
        buffer.set(ValueLayout.JAVA_BYTE, (long) i * width + b, (byte) (values[i] >> (8 * b)));
      }
    }
    return new ArrayData(
        new DataType.Dictionary(index, dictionary.type(), false),
        values.length,
        0,
        List.of(MemorySegment.NULL, buffer),
        List.of(),
        Optional.of(DictionaryData.of(dictionary)));
  }

  private static void malformed(ArrayData indices, long bad) throws Exception {
    malformed(
        indices, "c', row 1: found dictionary index " + bad + ", expected an index below 100");
  }

  @Test
  void anEmptyDictionaryServesNullsOnly() throws Exception {
    ArrayData none = ArrayBuilder.plain(INT, List.of());
    ArrayData used = indices(new DataType.Int(8, true), none, 0);
    try (OneBatch one = OneBatch.of(used)) {
      assertThrows(MalformedDataException.class, () -> one.batch().column("c"));
    }
    ArrayData unused =
        new ArrayData(
            used.type(),
            1,
            1,
            List.of(hex("00"), used.buffers().get(1)),
            List.of(),
            used.dictionary());
    try (OneBatch one = OneBatch.of(unused)) {
      assertEquals(Arrays.asList((Object) null), ColumnValues.of(one.batch().column("c")));
      assertEquals("null", one.batch().copy().column("c").text(0));
    }
  }

  @Test
  void theErrorSaysWhereInANestedColumnTheFaultLies() throws Exception {
    ArrayData bad = text(MemorySegment.NULL, new int[] {0, 1, 2}, "41ff");
    String fault = ", row 1: found byte 0xff at offset 1 of its text buffer, expected UTF-8";
    Field item = Field.of("item", UTF8);
    malformed(
        array(new DataType.List(item), 1, List.of(MemorySegment.NULL, ints(0, 2)), bad),
        "c.item'" + fault);
    malformed(
        array(new DataType.FixedSizeList(item, 2), 1, List.of(MemorySegment.NULL), bad),
        "c.item'" + fault);
    malformed(
        array(new DataType.Struct(List.of(item)), 2, List.of(MemorySegment.NULL), bad),
        "c.item'" + fault);
    malformed(indices(new DataType.Int(8, true), bad, 0), "c.(dictionary)'" + fault);
  }

  @Test
  void aBadColumnDoesNotSpoilItsNeighbours() throws Exception {
    ArrayData bad = text(MemorySegment.NULL, new int[] {0, 1, 2}, "41ff");
    ArrayData good = ArrayBuilder.plain(INT, List.of(1L, 2L));
    try (OneBatch one = OneBatch.ofColumns(List.of(bad, good))) {
      assertThrows(MalformedDataException.class, () -> one.batch().strings("c0"));
      assertEquals(2, one.batch().ints("c1").get(1));
      MalformedDataException inCopy =
          assertThrows(MalformedDataException.class, () -> one.batch().copy());
      assertTrue(String.valueOf(inCopy.getMessage()).contains("column 'c0'"), inCopy::getMessage);
    }
  }
}
