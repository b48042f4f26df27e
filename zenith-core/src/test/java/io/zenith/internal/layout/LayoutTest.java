package io.zenith.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.schema.UnionMode;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.RandomData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Record batches whose buffers cannot hold what they say: refused when they arrive, with file,
/// part, column, what was found and what was expected.
class LayoutTest {
  private static final DataType INT = new DataType.Int(32, true);
  private static final DataType UTF8 = new DataType.Utf8();
  private static final DataType LIST = new DataType.List(Field.of("item", INT));
  private static final DataType PAIRS = new DataType.FixedSizeList(Field.of("item", INT), 2);
  private static final DataType STRUCT =
      new DataType.Struct(List.of(Field.of("a", INT), Field.of("b", UTF8)));

  private static MemorySegment bytes(long size) {
    return Arena.ofAuto().allocate(size);
  }

  private static ArrayData array(
      DataType type, long length, List<MemorySegment> buffers, ArrayData... children) {
    return new ArrayData(type, length, 0, buffers, List.of(children), Optional.empty());
  }

  private static void malformed(ArrayData data, long rows, String message) {
    Schema schema = Schema.of(Field.of("c", data.type()));
    MalformedDataException refusal =
        assertThrows(
            MalformedDataException.class,
            () -> OneBatch.of(schema, new RecordBatch(0, rows, List.of(data))).close());
    assertEquals("one.mem, split 0, column '" + message, refusal.getMessage());
  }

  @Test
  void aColumnHasAtLeastTheRowsOfItsRecordBatch() {
    ArrayData two = ArrayBuilder.plain(INT, List.of(1L, 2L));
    malformed(two, 3, "c': found 2 values, expected at least 3");
    ArrayData negative = array(INT, -1, List.of(MemorySegment.NULL, bytes(8)));
    malformed(negative, 1, "c': found -1 values, expected at least 1");
  }

  @Test
  void everyFixedWidthNeedsItsBytes() {
    for (DataType type : RandomData.flatTypes()) {
      List<Object> values = RandomData.values(type, 9, new SplittableRandom(1));
      ArrayData whole = ArrayBuilder.plain(type, values);
      long needed = whole.buffers().getLast().byteSize();
      if (whole.buffers().size() == 2 && needed > 0) {
        ArrayData cut =
            array(type, 9, List.of(MemorySegment.NULL, bytes(needed).asSlice(0, needed - 1)));
        malformed(
            cut,
            9,
            "c': found values buffer of "
                + (needed - 1)
                + " bytes, expected at least "
                + needed
                + " for 9 values");
      }
    }
  }

  @Test
  void theValidityBitmapNeedsABitForEachValue() {
    List<Object> nine = RandomData.values(INT, 9, new SplittableRandom(1));
    MemorySegment values = ArrayBuilder.plain(INT, nine).buffers().get(1);
    ArrayData cut = array(INT, 9, List.of(bytes(1), values));
    malformed(cut, 9, "c': found validity buffer of 1 bytes, expected at least 2 for 9 values");
  }

  @Test
  void nullsAreNotMoreThanValuesAndNeedABitmap() {
    ArrayData without =
        new ArrayData(
            INT, 2, 1, List.of(MemorySegment.NULL, bytes(8)), List.of(), Optional.empty());
    malformed(without, 2, "c': found 1 nulls without a validity buffer, expected one");
    ArrayData tooMany =
        new ArrayData(INT, 2, 3, List.of(bytes(1), bytes(8)), List.of(), Optional.empty());
    malformed(tooMany, 2, "c': found 3 nulls, expected at most 2");
  }

  @Test
  void offsetsAreOneMoreThanValues() {
    ArrayData text = array(UTF8, 2, List.of(MemorySegment.NULL, bytes(11), bytes(8)));
    malformed(text, 2, "c': found offsets buffer of 11 bytes, expected at least 12 for 2 values");
    ArrayData none = array(UTF8, 2, List.of(MemorySegment.NULL, MemorySegment.NULL, bytes(8)));
    malformed(none, 2, "c': found offsets buffer of 0 bytes, expected at least 12 for 2 values");
    ArrayData item = ArrayBuilder.plain(INT, List.of());
    ArrayData list = array(LIST, 2, List.of(MemorySegment.NULL, bytes(8)), item);
    malformed(list, 2, "c': found offsets buffer of 8 bytes, expected at least 12 for 2 values");
  }

  @Test
  void everyTypeHasItsNumberOfBuffers() {
    SplittableRandom random = new SplittableRandom(1);
    List<DataType> types = RandomData.typesOfAllClasses();
    for (DataType type : types) {
      ArrayData whole = ArrayBuilder.plain(type, RandomData.values(type, 2, random));
      boolean views = type instanceof DataType.Utf8View || type instanceof DataType.BinaryView;
      int right = views ? 2 : whole.buffers().size();
      for (int count = 0; count <= 4; count++) {
        List<MemorySegment> buffers = new ArrayList<>(whole.buffers());
        while (buffers.size() > count) {
          buffers.removeLast();
        }
        while (buffers.size() < count) {
          buffers.add(bytes(64));
        }
        if (views ? count < right : count != right) {
          malformed(
              new ArrayData(type, 2, 0, buffers, whole.children(), whole.dictionary()),
              2,
              "c': found " + count + " buffers, expected " + (views ? "at least " : "") + right);
        }
      }
    }
  }

  @Test
  void nestedTypesHaveTheirChildren() {
    ArrayData item = ArrayBuilder.plain(INT, List.of(1L, 2L, 3L, 4L));
    malformed(
        array(LIST, 1, List.of(MemorySegment.NULL, bytes(8))),
        1,
        "c': found 0 children, expected 1");
    malformed(
        array(PAIRS, 1, List.of(MemorySegment.NULL), item, item),
        1,
        "c': found 2 children, expected 1");
    malformed(
        array(STRUCT, 1, List.of(MemorySegment.NULL), item), 1, "c': found 1 children, expected 2");
    malformed(
        array(INT, 1, List.of(MemorySegment.NULL, bytes(4)), item),
        1,
        "c': found 1 children, expected 0");
  }

  @Test
  void childrenAreAsLongAsTheirParentNeedsAndTheErrorSaysWhere() {
    ArrayData three = ArrayBuilder.plain(INT, List.of(1L, 2L, 3L));
    malformed(
        array(PAIRS, 2, List.of(MemorySegment.NULL), three),
        2,
        "c.item': found 3 values, expected at least 4");
    ArrayData texts = ArrayBuilder.plain(UTF8, List.of("x", "y", "z"));
    malformed(
        array(STRUCT, 4, List.of(MemorySegment.NULL), three, texts),
        4,
        "c.a': found 3 values, expected at least 4");
    DataType nested = new DataType.Struct(List.of(Field.of("inner", STRUCT)));
    ArrayData inner = array(STRUCT, 3, List.of(MemorySegment.NULL), three, three);
    ArrayData outer = array(nested, 3, List.of(MemorySegment.NULL), inner);
    Schema schema = Schema.of(Field.of("c", nested));
    IllegalStateException wrongType =
        assertThrows(
            IllegalStateException.class,
            () -> OneBatch.of(schema, new RecordBatch(0, 3, List.of(outer))).close());
    assertEquals(
        "one.mem, split 0, column 'c.inner.b': the format delivered int32 for utf8",
        wrongType.getMessage());
  }

  @Test
  void indicesNeedADictionaryWhoseBuffersAreCheckedToo() {
    DataType type = new DataType.Dictionary(new DataType.Int(8, true), INT, false);
    malformed(
        array(type, 2, List.of(MemorySegment.NULL, bytes(2))),
        2,
        "c': found indices without a dictionary, expected a dictionary");
    ArrayData cut = array(INT, 2, List.of(MemorySegment.NULL, bytes(7)));
    ArrayData indices =
        new ArrayData(
            type,
            2,
            0,
            List.of(MemorySegment.NULL, bytes(2)),
            List.of(),
            Optional.of(DictionaryData.of(cut)));
    malformed(
        indices,
        2,
        "c.(dictionary)': found values buffer of 7 bytes, expected at least 8 for 2 values");
  }

  @Test
  void sizesThatOverflowAreRefused() {
    for (long length :
        new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE / 4, Long.MAX_VALUE / 2}) {
      for (DataType type : RandomData.flatTypes()) {
        if (!type.equals(new DataType.FixedSizeBinary(0))) {
          int buffers = type instanceof DataType.Utf8 || type instanceof DataType.Binary ? 3 : 2;
          List<MemorySegment> none = new ArrayList<>(List.of(MemorySegment.NULL));
          while (none.size() < buffers) {
            none.add(bytes(8));
          }
          refused(array(type, length, none));
        }
      }
      ArrayData item = ArrayBuilder.plain(INT, List.of(1L));
      refused(array(LIST, length, List.of(MemorySegment.NULL, bytes(8)), item));
      refused(array(PAIRS, length, List.of(MemorySegment.NULL), item));
      refused(array(INT, length, List.of(bytes(8), bytes(8))));
    }
  }

  @Test
  void nestedSizesThatOverflowAreRefused() {
    Field item = Field.of("item", INT);
    DataType sparse = new DataType.Union(UnionMode.SPARSE, List.of(0), List.of(item));
    DataType dense = new DataType.Union(UnionMode.DENSE, List.of(0), List.of(item));
    ArrayData one = ArrayBuilder.plain(INT, List.of(1L));
    MemorySegment none = MemorySegment.NULL;
    for (long length :
        new long[] {
          9, Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE / 4, 1L << 61, 1L << 62
        }) {
      for (DataType type :
          List.of(
              new DataType.LargeList(item), new DataType.LargeUtf8(), new DataType.LargeBinary())) {
        List<MemorySegment> buffers = new ArrayList<>(List.of(none, bytes(8), bytes(8)));
        boolean list = type instanceof DataType.LargeList;
        refused(
            list ? array(type, length, buffers.subList(0, 2), one) : array(type, length, buffers));
      }
      for (DataType type : List.of(new DataType.ListView(item), new DataType.LargeListView(item))) {
        refused(array(type, length, List.of(none, bytes(8), bytes(8)), one));
      }
      refused(array(sparse, length, List.of(none, bytes(8)), one));
      refused(array(dense, length, List.of(none, bytes(8), bytes(8)), one));
      refused(array(new DataType.Null(), length, List.of(bytes(1))));
    }
  }

  @Test
  void childrenOfSparseUnionsAreAsLongAsTheUnion() {
    DataType union =
        new DataType.Union(
            UnionMode.SPARSE, List.of(0, 1), List.of(Field.of("a", INT), Field.of("b", UTF8)));
    ArrayData three = ArrayBuilder.plain(INT, List.of(1L, 2L, 3L));
    ArrayData two = ArrayBuilder.plain(UTF8, List.of("x", "y"));
    malformed(
        array(union, 3, List.of(MemorySegment.NULL, bytes(3)), three, two),
        3,
        "c.b': found 2 values, expected at least 3");
  }

  @Test
  void sizesOffsetsAndIdsNeedTheirBytes() {
    Field item = Field.of("item", INT);
    ArrayData one = ArrayBuilder.plain(INT, List.of(1L));
    MemorySegment none = MemorySegment.NULL;
    malformed(
        array(new DataType.ListView(item), 2, List.of(none, bytes(8), bytes(7)), one),
        2,
        "c': found sizes buffer of 7 bytes, expected at least 8 for 2 values");
    malformed(
        array(new DataType.LargeListView(item), 2, List.of(none, bytes(15), bytes(16)), one),
        2,
        "c': found offsets buffer of 15 bytes, expected at least 16 for 2 values");
    malformed(
        array(new DataType.LargeList(item), 2, List.of(none, bytes(23)), one),
        2,
        "c': found offsets buffer of 23 bytes, expected at least 24 for 2 values");
    DataType dense = new DataType.Union(UnionMode.DENSE, List.of(0), List.of(item));
    malformed(
        array(dense, 2, List.of(none, bytes(1), bytes(8)), one),
        2,
        "c': found type ids buffer of 1 bytes, expected at least 2 for 2 values");
    malformed(
        array(dense, 2, List.of(none, bytes(2), bytes(7)), one),
        2,
        "c': found offsets buffer of 7 bytes, expected at least 8 for 2 values");
    malformed(
        array(new DataType.Utf8View(), 2, List.of(none, bytes(31))),
        2,
        "c': found views buffer of 31 bytes, expected at least 32 for 2 values");
  }

  @Test
  void fixedSizeListsOfFixedSizeListsThatOverflowAreRefused() {
    DataType wide =
        new DataType.FixedSizeList(
            Field.of("item", new DataType.FixedSizeBinary(0)), Integer.MAX_VALUE);
    DataType wider = new DataType.FixedSizeList(Field.of("item", wide), Integer.MAX_VALUE);
    DataType widest = new DataType.FixedSizeList(Field.of("item", wider), Integer.MAX_VALUE);
    ArrayData leaf =
        array(
            new DataType.FixedSizeBinary(0),
            Long.MAX_VALUE,
            List.of(MemorySegment.NULL, MemorySegment.NULL));
    ArrayData inner = array(wide, Long.MAX_VALUE, List.of(MemorySegment.NULL), leaf);
    ArrayData middle = array(wider, Long.MAX_VALUE, List.of(MemorySegment.NULL), inner);
    refused(array(widest, 8, List.of(MemorySegment.NULL), middle));
  }

  private static void refused(ArrayData data) {
    Schema schema = Schema.of(Field.of("c", data.type()));
    MalformedDataException refusal =
        assertThrows(
            MalformedDataException.class,
            () -> OneBatch.of(schema, new RecordBatch(0, 1, List.of(data))).close(),
            () -> data.type() + " of " + data.length() + " values");
    assertTrue(
        String.valueOf(refusal.getMessage()).startsWith("one.mem, split 0, column 'c"),
        refusal::getMessage);
  }

  @Test
  void aHeapBufferIsTheFaultOfTheFormat() {
    MemorySegment heap = MemorySegment.ofArray(new byte[16]);
    for (List<MemorySegment> buffers :
        List.of(List.of(MemorySegment.NULL, heap), List.of(heap, bytes(8)))) {
      ArrayData data = array(INT, 2, buffers);
      IllegalStateException refusal =
          assertThrows(IllegalStateException.class, () -> OneBatch.of(data).close());
      assertEquals(
          "one.mem, split 0, column 'c': the format delivered a buffer on the heap",
          refusal.getMessage());
    }
  }

  @Test
  void aColumnTooFewOrTooManyIsTheFaultOfTheFormat() {
    ArrayData data = ArrayBuilder.plain(INT, List.of(1L));
    Schema schema = Schema.of(Field.of("c", INT), Field.of("d", INT));
    for (List<ArrayData> columns : List.of(List.of(data), List.of(data, data, data))) {
      IllegalStateException refusal =
          assertThrows(
              IllegalStateException.class,
              () -> OneBatch.of(schema, new RecordBatch(0, 1, columns)).close());
      assertEquals(
          "one.mem, split 0: the format delivered " + columns.size() + " columns for 2",
          refusal.getMessage());
    }
  }

  @Test
  void controlCharactersOfAHostileNameAreEscapedAndItsLengthCut() {
    ArrayData data = array(INT, 2, List.of(MemorySegment.NULL, bytes(7)));
    Schema schema = Schema.of(Field.of("\u001b[2J\n" + "x".repeat(5000), INT));
    MalformedDataException refusal =
        assertThrows(
            MalformedDataException.class,
            () -> OneBatch.of(schema, new RecordBatch(0, 2, List.of(data))).close());
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("'\\u001b[2J\\u000ax"), message);
    assertTrue(message.length() <= 1024, "a message without bound");
  }
}
