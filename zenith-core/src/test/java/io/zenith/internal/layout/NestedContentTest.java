package io.zenith.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.BinaryColumn;
import io.zenith.Column;
import io.zenith.ListColumn;
import io.zenith.NullColumn;
import io.zenith.RunEndEncodedColumn;
import io.zenith.Utf8Column;
import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.schema.UnionMode;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Row;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Lists, unions and run-end encoded columns whose sizes are right and whose content is not.
class NestedContentTest {
  private static final DataType INT = new DataType.Int(32, true);
  private static final Field ITEM = Field.of("item", INT);
  private static final MemorySegment NONE = MemorySegment.NULL;

  private static MemorySegment integers(int bits, long... values) {
    List<Object> all = LongStream.of(values).<Object>mapToObj(value -> value).toList();
    return ArrayBuilder.plain(new DataType.Int(bits, true), all).buffers().getLast();
  }

  private static ArrayData ints(long... values) {
    return array(INT, values.length, List.of(NONE, integers(32, values)));
  }

  private static ArrayData array(
      DataType type, long length, List<MemorySegment> buffers, ArrayData... children) {
    return new ArrayData(type, length, -1, buffers, List.of(children), Optional.empty());
  }

  private static ArrayData nothing(long length) {
    return array(new DataType.Null(), length, List.of(NONE));
  }

  private static void malformed(ArrayData data, String message) throws Exception {
    try (OneBatch one = OneBatch.of(data, 0, Math.min(data.length(), 5))) {
      for (int use = 0; use < 2; use++) {
        MalformedDataException refusal =
            assertThrows(
                MalformedDataException.class,
                () -> one.batch().column("c"),
                () -> message + ", use of the column");
        assertEquals("one.mem, split 0, column '" + message, refusal.getMessage());
      }
      assertThrows(MalformedDataException.class, () -> one.batch().copy());
    }
  }

  private static void values(List<?> expected, ArrayData data) throws Exception {
    try (OneBatch one = OneBatch.of(data, 0, expected.size())) {
      assertEquals(expected, ColumnValues.of(one.batch().column("c")));
      assertEquals(expected, ColumnValues.of(one.batch().copy().column("c")));
    }
  }

  @Test
  void largeOffsetsRiseFromZeroAndStayInside() throws Exception {
    ArrayData two = ints(1, 2);
    for (DataType type : List.of(new DataType.LargeUtf8(), new DataType.LargeBinary())) {
      MemorySegment bytes = integers(8, 'a', 'b');
      malformed(
          array(type, 1, List.of(NONE, integers(64, 0, 3), bytes)),
          "c', row 0: found end offset 3, expected at most 2");
      malformed(
          array(type, 1, List.of(NONE, integers(64, 0, (1L << 32) + 1), bytes)),
          "c', row 0: found end offset 4294967297, expected at most 2");
      malformed(
          array(type, 2, List.of(NONE, integers(64, 0, Long.MAX_VALUE, Long.MIN_VALUE), bytes)),
          "c', row 1: found offset -9223372036854775808 after 9223372036854775807, expected"
              + " offsets that rise from 0");
      malformed(
          array(type, 2, List.of(NONE, integers(64, -1, 0, 1), bytes)),
          "c', row 0: found offset -1 after 0, expected offsets that rise from 0");
    }
    malformed(
        array(new DataType.LargeList(ITEM), 1, List.of(NONE, integers(64, 0, 1L << 31)), two),
        "c', row 0: found end offset 2147483648, expected at most 2");
  }

  @Test
  void listsMayLieBeyondWhatAnIntCounts() throws Exception {
    long far = (1L << 40) + 7;
    Field nothing = Field.of("item", new DataType.Null());
    MemorySegment offsets = integers(64, far, far + 2, far + 2, far + 3);
    values(
        List.of(Arrays.asList(null, null), List.of(), Collections.singletonList(null)),
        array(new DataType.LargeList(nothing), 3, List.of(NONE, offsets), nothing(far + 9)));
    values(
        List.of(Arrays.asList(null, null), List.of(), Collections.singletonList(null)),
        array(
            new DataType.LargeListView(nothing),
            3,
            List.of(NONE, integers(64, far, 3, 1), integers(64, 2, 0, 1)),
            nothing(far + 9)));
  }

  @Test
  void whatAColumnOfListsPrintsIsShortHoweverManyElementsTheyHave() throws Exception {
    long many = 1L << 40;
    Field nothing = Field.of("item", new DataType.Null());
    Field empty = Field.of("item", new DataType.Struct(List.of()));
    prints("[null, null", new DataType.LargeList(nothing), nothing(many));
    prints("[{}, {}", new DataType.LargeList(empty), array(empty.type(), many, List.of(NONE)));
  }

  private static void prints(String start, DataType type, ArrayData elements) throws Exception {
    MemorySegment offsets = integers(64, 0, elements.length(), elements.length());
    try (OneBatch one = OneBatch.of(array(type, 2, List.of(NONE, offsets), elements))) {
      String text = one.batch().column("c").toString();
      assertTrue(text.contains(start) && text.length() <= 1024, text);
    }
  }

  @Test
  void aListOfMoreThanAnIntCountsSaysSo() throws Exception {
    Field nothing = Field.of("item", new DataType.Null());
    ArrayData data =
        array(
            new DataType.LargeListView(nothing),
            2,
            List.of(NONE, integers(64, 0, 1), integers(64, 1L << 31, 2)),
            nothing(1L << 62));
    try (OneBatch one = OneBatch.of(data)) {
      ListColumn lists = one.batch().column("c", ListColumn.class);
      assertThrows(ArithmeticException.class, () -> lists.get(0));
      assertThrows(ArithmeticException.class, () -> lists.length(0));
      assertEquals(2, lists.get(1).nullCount());
      ListColumn copy = one.batch().copy().column("c", ListColumn.class);
      assertThrows(ArithmeticException.class, () -> copy.get(0));
      assertEquals(2, copy.get(1).nullCount());
    }
  }

  @Test
  void listViewsLieWithinTheirElements() throws Exception {
    ArrayData three = ints(1, 2, 3);
    for (int bits : new int[] {32, 64}) {
      DataType type = bits == 32 ? new DataType.ListView(ITEM) : new DataType.LargeListView(ITEM);
      long most = bits == 32 ? Integer.MAX_VALUE : Long.MAX_VALUE;
      long[][] bad = {{4, 0}, {3, 1}, {0, 4}, {-1, 1}, {0, -1}, {most, most}, {most, 1}, {1, most}};
      for (long[] view : bad) {
        for (MemorySegment validity : List.of(NONE, integers(8, 1))) {
          malformed(
              array(
                  type,
                  2,
                  List.of(validity, integers(bits, 0, view[0]), integers(bits, 3, view[1])),
                  three),
              "c', row 1: found "
                  + view[1]
                  + " elements from "
                  + view[0]
                  + " on, expected a list within 3 elements");
        }
      }
      values(
          List.of(List.of(), List.of(1L, 2L, 3L), List.of(3L), List.of(2L, 3L)),
          array(
              type,
              4,
              List.of(NONE, integers(bits, 3, 0, 2, 1), integers(bits, 0, 3, 1, 2)),
              three));
    }
  }

  private static DataType union(UnionMode mode) {
    return new DataType.Union(
        mode, List.of(5, 0, 127), List.of(ITEM, Field.of("b", INT), Field.of("c", INT)));
  }

  @Test
  void typeIdsAreThoseOfTheType() throws Exception {
    for (UnionMode mode : UnionMode.values()) {
      for (int id : new int[] {1, 2, 3, 126, -1, -128}) {
        List<MemorySegment> buffers =
            new ArrayList<>(List.of(NONE, integers(8, 0, 127, id), integers(32, 0, 1, 2)));
        if (mode == UnionMode.SPARSE) {
          buffers.removeLast();
        }
        ArrayData three = ints(1, 2, 3);
        malformed(
            array(union(mode), 3, buffers, three, three, three),
            "c', row 2: found type id "
                + id
                + ", expected one of "
                + mode
                + "_union<item: int32=5, b: int32=0, c: int32=127>");
      }
    }
    malformed(
        array(
            new DataType.Union(UnionMode.SPARSE, List.of(), List.of()),
            1,
            List.of(NONE, integers(8, 0))),
        "c', row 0: found type id 0, expected one of sparse_union<>");
  }

  @Test
  void offsetsOfADenseUnionHitItsChildren() throws Exception {
    for (int offset : new int[] {-1, Integer.MIN_VALUE, 2, Integer.MAX_VALUE}) {
      malformed(
          array(
              union(UnionMode.DENSE),
              2,
              List.of(NONE, integers(8, 5, 0), integers(32, 2, offset)),
              ints(1, 2, 3),
              ints(4, 5),
              ints()),
          "c', row 1: found offset " + offset + ", expected one below 2");
    }
    malformed(
        array(
            union(UnionMode.DENSE),
            1,
            List.of(NONE, integers(8, 127), integers(32, 0)),
            ints(1),
            ints(1),
            ints()),
        "c', row 0: found offset 0, expected one below 0");
    values(
        List.of(Row.of(0L, 5L), Row.of(5L, 1L), Row.of(0L, 4L), Row.of(0L, 5L)),
        array(
            union(UnionMode.DENSE),
            4,
            List.of(NONE, integers(8, 0, 5, 0, 0), integers(32, 1, 0, 0, 1)),
            ints(1),
            ints(4, 5),
            ints()));
  }

  private static ArrayData runs(int bits, long length, ArrayData values, long... ends) {
    DataType.Int width = new DataType.Int(bits, true);
    return runs(length, array(width, ends.length, List.of(NONE, integers(bits, ends))), values);
  }

  private static ArrayData runs(long length, ArrayData ends, ArrayData values) {
    DataType type =
        new DataType.RunEndEncoded(
            Field.of("run_ends", ends.type()), Field.of("values", values.type()));
    return array(type, length, List.of(NONE), ends, values);
  }

  @Test
  void runEndsRiseAndReachTheLastRow() throws Exception {
    ArrayData three = ints(7, 8, 9);
    for (int bits : new int[] {16, 32, 64}) {
      long least = Long.MIN_VALUE >> (64 - bits);
      String rise = ", expected run ends that rise from 1";
      malformed(runs(bits, 2, three, 0), "c', row 0: found run end 0 after 0" + rise);
      malformed(runs(bits, 2, three, -1, 2), "c', row 0: found run end -1 after 0" + rise);
      malformed(
          runs(bits, 2, three, 1, least), "c', row 1: found run end " + least + " after 1" + rise);
      malformed(runs(bits, 3, three, 2, 2, 3), "c', row 2: found run end 2 after 2" + rise);
      malformed(runs(bits, 3, three, 2, 1, 3), "c', row 2: found run end 1 after 2" + rise);
      malformed(
          runs(bits, 5, three, 1, 4), "c', row 4: found a last run end 4, expected at least 5");
      malformed(runs(bits, 1, three), "c', row 0: found a last run end 0, expected at least 1");
      malformed(
          runs(bits, 4, three, 1, 2, 3, 4),
          "c', row 0: found 4 runs of 3 values, expected a value each");
      values(List.of(7L, 7L, 8L), runs(bits, 3, three, 2, 3));
      values(List.of(7L, 7L, 8L), runs(bits, 3, three, 2, least - 1));
    }
  }

  @Test
  void runEndsAreNotNull() throws Exception {
    DataType.Int width = new DataType.Int(16, true);
    ArrayData ends = array(width, 2, List.of(integers(8, 1), integers(16, 3, 5)));
    malformed(
        runs(5, ends, ints(1, 2)), "c', row 3: found a run end that is null, expected one above 3");
  }

  @Test
  void oneRunMayHaveAnyNumberOfRows() throws Exception {
    ArrayData one = runs(64, Long.MAX_VALUE, ints(4), Long.MAX_VALUE);
    try (OneBatch batch = OneBatch.of(one, Long.MAX_VALUE - 9, 9)) {
      RunEndEncodedColumn column = batch.batch().column("c", RunEndEncodedColumn.class);
      assertEquals(0, column.get(8));
      assertEquals(1, column.values().rows());
      assertEquals(Collections.nCopies(9, 4L), ColumnValues.of(batch.batch().copy().column("c")));
    }
    malformed(
        runs(16, Long.MAX_VALUE, ints(4), Short.MAX_VALUE),
        "c', row 32767: found a last run end 32767, expected at least 9223372036854775807");
  }

  @Test
  void theFaultMayLieDeepInside() throws Exception {
    ArrayData bad = runs(16, 3, ints(1, 2), 2, 2);
    String fault = "', row 2: found run end 2 after 2, expected run ends that rise from 1";
    Field item = Field.of("item", bad.type());
    malformed(
        array(new DataType.ListView(item), 1, List.of(NONE, integers(32, 0), integers(32, 0)), bad),
        "c.item" + fault);
    malformed(
        array(
            new DataType.Union(UnionMode.SPARSE, List.of(0), List.of(item)),
            3,
            List.of(NONE, integers(8, 0, 0, 0)),
            bad),
        "c.item" + fault);
    malformed(runs(32, 3, bad, 3), "c.values" + fault);
    DataType pair =
        new DataType.Struct(List.of(Field.of("key", INT), Field.of("value", bad.type())));
    malformed(
        array(
            new DataType.Map(Field.of("entries", pair), false),
            1,
            List.of(NONE, integers(32, 0, 1)),
            array(pair, 3, List.of(NONE), ints(1, 2, 3), bad)),
        "c.entries.value" + fault);
    DataType dictionary = new DataType.Dictionary(new DataType.Int(8, true), bad.type(), false);
    malformed(
        new ArrayData(
            dictionary,
            1,
            0,
            List.of(NONE, integers(8, 0)),
            List.of(),
            Optional.of(DictionaryData.of(bad))),
        "c.(dictionary)" + fault);
  }

  @Test
  void nullColumnsHaveNoContent() throws Exception {
    for (MemorySegment validity : List.of(NONE, integers(8, -1))) {
      ArrayData data = array(new DataType.Null(), 3, List.of(validity));
      values(Arrays.asList(null, null, null), data);
      try (OneBatch one = OneBatch.of(data, 1, 2)) {
        NullColumn column = one.batch().column("c", NullColumn.class);
        assertEquals(2, column.nullCount());
        assertEquals("null", column.text(1));
        assertEquals(true, column.isNull(0));
      }
    }
  }

  @Test
  void whatDoesNotLieInARowSaysSoByItsPrintableName() throws Exception {
    String name = "\u001b[2J";
    for (DataType type :
        List.of(new DataType.Utf8View(), new DataType.BinaryView(), new DataType.ListView(ITEM))) {
      ArrayData data = ArrayBuilder.plain(type, Collections.singletonList(null));
      Schema schema = Schema.of(Field.of(name, type));
      try (OneBatch one = OneBatch.of(schema, new RecordBatch(0, 1, List.of(data)))) {
        Column column = one.batch().column(name);
        IllegalStateException refusal =
            assertThrows(
                IllegalStateException.class,
                () -> {
                  switch (column) {
                    case Utf8Column text -> text.segment();
                    case BinaryColumn binary -> binary.segment();
                    default -> ((ListColumn) column).elements();
                  }
                });
        String what = column instanceof ListColumn ? "lists" : "values";
        assertEquals(
            "the "
                + what
                + " of '\\u001b[2J' "
                + type
                + " do not lie one after the other: read them one by one",
            refusal.getMessage());
      }
    }
  }
}
