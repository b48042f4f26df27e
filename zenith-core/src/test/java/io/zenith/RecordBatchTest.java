package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.OneBatch;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A batch in Arrow's layout is what a format may deliver: another loader gives the same values.
class RecordBatchTest {

  @Test
  void anotherLoaderReadsTheSameValuesOfEveryType() {
    Property.check(
        400,
        (random, number) -> {
          List<DataType> all = RandomData.typesOfAllClasses();
          DataType type = number < all.size() ? all.get(number) : RandomData.type(random, 4);
          List<Object> values = RandomData.values(type, 1 + random.nextInt(40), 25, random);
          ArrayData data = ArrayBuilder.noisy(type, values, random);
          int from = random.nextInt(values.size());
          int rows = 1 + random.nextInt(values.size() - from);
          List<Object> expected = values.subList(from, from + rows);
          try (OneBatch one = OneBatch.of(data, from, rows)) {
            assertDelivers(expected, one.batch(), type);
            assertDelivers(expected, one.batch().copy(), type);
          }
        });
  }

  private static void assertDelivers(List<Object> expected, Batch batch, DataType type)
      throws Exception {
    RecordBatch delivered = batch.recordBatch();
    assertEquals(batch.rows(), delivered.rows());
    try (OneBatch again = OneBatch.of(batch.schema(), delivered)) {
      assertEquals(expected, ColumnValues.of(again.batch().column("c")), type.toString());
    }
  }

  @Test
  void batchesOfOneRecordBatchShareTheirArraysAndDictionaries() throws Exception {
    DataType type = dictionary(8);
    ArrayData data = ArrayBuilder.plain(type, List.of("a", "b", "c", "d"));
    MemFile file =
        MemFile.mapped("a.mem", Schema.of(Field.of("c", type)))
            .split(new RecordBatch(0, 4, List.of(data)));
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(2).build()) {
      Iterator<Batch> batches = loader.iterator();
      RecordBatch first = batches.next().recordBatch();
      RecordBatch second = batches.next().recordBatch();
      assertSame(first.columns().getFirst(), second.columns().getFirst());
      assertEquals(List.of(0L, 2L), List.of(first.fromRow(), second.fromRow()));
    }
  }

  @Test
  void aReleasedBatchDeliversNothing() throws Exception {
    try (OneBatch one = OneBatch.of(new DataType.Bool(), true, false)) {
      Batch batch = one.batch();
      one.loader().close();
      assertThrows(IllegalStateException.class, batch::recordBatch);
    }
  }

  @Test
  void moreDictionaryValuesThanIndicesCountAreRefusedByName() throws Exception {
    DataType type = dictionary(8);
    assertSpanning(type, 100, first -> "v" + first, false);
    String message = assertSpanning(type, 300, first -> "v" + first, true);
    assertTrue(message.contains("column 'c' of dictionary<int8, utf8>"), message);
    DataType list = new DataType.List(Field.of("item", type));
    message = assertSpanning(list, 300, first -> List.of("v" + first), true);
    assertTrue(message.contains("(in its field 'item')"), message);
  }

  @Test
  void moreRowsThanRunEndsCountAreRefusedByName() throws Exception {
    DataType type =
        new DataType.RunEndEncoded(
            new Field("run_ends", new DataType.Int(16, true), false, Map.of()),
            Field.of("values", new DataType.Bool()));
    assertSpanning(type, 32_000, _ -> true, false);
    String message = assertSpanning(type, 40_000, _ -> true, true);
    assertTrue(message.contains("(in its field 'run_ends')"), message);
  }

  /// Rows in record batches of 100 values or 20,000 rows, as one batch.
  private static String assertSpanning(
      DataType type, int rows, IntFunction<Object> value, boolean refused) throws Exception {
    int part = rows > 1000 ? 20_000 : 100;
    List<RecordBatch> parts = new ArrayList<>();
    List<Object> all = IntStream.range(0, rows).mapToObj(value).toList();
    for (int from = 0; from < rows; from += part) {
      List<Object> some = all.subList(from, Math.min(rows, from + part));
      parts.add(new RecordBatch(0, some.size(), List.of(ArrayBuilder.plain(type, some))));
    }
    MemFile file =
        MemFile.mapped("a.mem", Schema.of(Field.of("c", type)))
            .split(parts.toArray(RecordBatch[]::new));
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(rows).build()) {
      Batch batch = loader.iterator().next();
      if (refused) {
        return assertThrows(IllegalStateException.class, batch::recordBatch).getMessage();
      }
      assertDelivers(all, batch, type);
      return "";
    }
  }

  private static DataType dictionary(int bits) {
    return new DataType.Dictionary(new DataType.Int(bits, true), new DataType.Utf8(), false);
  }

  @Test
  void aBatchWithoutColumnsKeepsItsRows() throws Exception {
    try (OneBatch one = OneBatch.of(Schema.of(), new RecordBatch(2, 3, Collections.emptyList()))) {
      assertEquals(new RecordBatch(2, 3, List.of()), one.batch().recordBatch());
    }
  }
}
