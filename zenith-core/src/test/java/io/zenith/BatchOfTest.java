package io.zenith;

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
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Batches of memory that belongs to nobody's file, and copies into memory of the caller.
final class BatchOfTest {
  private static final DataType UTF8 = new DataType.Utf8();

  @Test
  void aBatchHasTheRowsThatAreMeant() {
    Property.check(
        200,
        (random, _) -> {
          DataType type = RandomData.type(random, 3);
          List<Object> values = RandomData.values(type, 20, 20, random);
          RecordBatch rows =
              new RecordBatch(3, 11, List.of(ArrayBuilder.noisy(type, values, random)));
          Batch batch = Batch.of(Schema.of(Field.of("c", type)), rows);
          assertEquals(values.subList(3, 14), ColumnValues.of(batch.column("c")));
          try (Arena arena = Arena.ofConfined()) {
            Batch copy = batch.copy(arena);
            assertEquals(values.subList(3, 14), ColumnValues.of(copy.column("c")));
          }
        });
  }

  @Test
  void aCopyEndsWithItsMemory() {
    Batch batch = Batch.of(Ids.SCHEMA, Ids.batch(0, 10));
    Batch copy;
    try (Arena arena = Arena.ofConfined()) {
      copy = batch.copy(arena);
      assertEquals(9, copy.longs("id").get(9));
      assertTrue(copy.hold().isEmpty());
    }
    assertThrows(IllegalStateException.class, () -> copy.longs("id").get(9));
  }

  @Test
  void itsContentIsNotTrusted() {
    ArrayData sound = ArrayBuilder.plain(UTF8, List.of("ab", "c"));
    MemorySegment wrong = Arena.ofAuto().allocate(2).fill((byte) 0xFF);
    ArrayData text = text(List.of(MemorySegment.NULL, sound.buffers().get(1), wrong));
    MalformedDataException e =
        assertThrows(MalformedDataException.class, () -> batch(UTF8, text).strings("c").get(0));
    assertTrue(e.getMessage().contains("a batch in memory, column 'c'"), e.getMessage());
    ArrayData cut = text(List.of(MemorySegment.NULL, wrong, wrong));
    assertThrows(MalformedDataException.class, () -> batch(UTF8, cut));
    assertThrows(IllegalStateException.class, () -> batch(new DataType.Bool(), sound));
  }

  @Test
  void moreRowsThanABatchCanHaveAreRefused() {
    DataType none = new DataType.Null();
    long rows = 1L << 31;
    List<MemorySegment> buffers = List.of(MemorySegment.NULL);
    ArrayData nulls = new ArrayData(none, rows, rows, buffers, List.of(), Optional.empty());
    Schema schema = Schema.of(Field.of("c", none));
    RecordBatch most = new RecordBatch(1, rows - 1, List.of(nulls));
    assertEquals(Integer.MAX_VALUE, Batch.of(schema, most).rows());
    RecordBatch more = new RecordBatch(0, rows, List.of(nulls));
    String message =
        assertThrows(IllegalArgumentException.class, () -> Batch.of(schema, more)).getMessage();
    assertEquals("2147483648 rows; a batch has at most 2^31 - 1", message);
  }

  private static ArrayData text(List<MemorySegment> buffers) {
    return new ArrayData(UTF8, 2, 0, buffers, List.of(), Optional.empty());
  }

  private static Batch batch(DataType type, ArrayData column) {
    return Batch.of(Schema.of(Field.of("c", type)), new RecordBatch(0, 2, List.of(column)));
  }
}
