package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.OneBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Everything prints itself within 20 lines, whatever stands in the file.
class PrintingTest {
  private static final DataType INT = new DataType.Int(64, true);

  private static void assertShort(Object printed) {
    String text = printed.toString();
    assertTrue(text.lines().count() <= 20, () -> text.lines().count() + " lines: " + text);
    assertFalse(
        text.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n'),
        "control characters reach the terminal");
  }

  @Test
  void aBatchShowsItsColumnsAndTheirFirstValues() throws Exception {
    ArrayData ids = ArrayBuilder.plain(INT, List.of(1L, 2L));
    ArrayData texts = ArrayBuilder.plain(new DataType.Utf8(), Arrays.asList("a", null));
    try (OneBatch one = OneBatch.ofColumns(List.of(ids, texts))) {
      assertEquals(
          """
          Batch of 2 rows, epoch 0, step 0
            c0 int64, 2 rows: [1, 2]
            c1 utf8, 2 rows: [a, null]\
          """,
          one.batch().toString());
    }
  }

  @Test
  void loaderAndDatasetShowWhatTheyAre() throws Exception {
    MemFile file = MemFile.mapped("a.mem", Schema.of(Field.of("id", INT)));
    file.split(new RecordBatch(0, 2, List.of(ArrayBuilder.plain(INT, List.of(1L, 2L)))));
    MemFile second = MemFile.mapped("b.mem", Schema.of(Field.of("id", INT)));
    try (MemFolder folder = MemFolder.of(file, second)) {
      Dataset dataset = folder.open();
      assertEquals(
          "Dataset of mem, 2 files, first "
              + folder.location()
              + "a.mem, 30 bytes\nSchema of 1 columns\n  id int64",
          dataset.toString());
      DataLoader loader = dataset.loader(2).epochs(3).build();
      assertEquals(
          "DataLoader: batches of 2, 1 steps, 3 epochs\nSchema of 1 columns\n  id int64",
          loader.toString());
      assertEquals("epoch 0", loader.epochs().iterator().next().toString());
      loader.close();
      assertTrue(loader.toString().contains("3 epochs, closed\n"), loader.toString());
    }
  }

  @Test
  void hundredsOfColumnsAreCut() throws Exception {
    ArrayData ids = ArrayBuilder.plain(INT, List.of(1L, 2L));
    try (OneBatch one = OneBatch.ofColumns(Collections.nCopies(300, ids))) {
      assertShort(one.batch());
      assertShort(one.loader());
      assertShort(one.loader().schema());
      assertTrue(one.batch().toString().endsWith("... 282 more columns"), one.batch()::toString);
    }
  }

  @Test
  void linesAndEscapesInNamesAndValuesAreNotObeyed() throws Exception {
    String hostile = "\u001b[31m" + "line\n".repeat(30);
    DataType text = new DataType.Utf8();
    Field field = new Field(hostile, text, true, Map.of("ARROW:extension:name", hostile));
    Field nested = Field.of(hostile, new DataType.Struct(List.of(field)));
    ArrayData texts = ArrayBuilder.plain(text, List.of(hostile));
    ArrayData zoned =
        ArrayBuilder.plain(
            new DataType.Timestamp(io.zenith.schema.TimeUnit.SECOND, Optional.of(hostile)),
            List.of(1L));
    ArrayData structs =
        ArrayBuilder.plain(nested.type(), List.of(io.zenith.testkit.Row.of(hostile)));
    Schema schema = Schema.of(field, nested, Field.of("t", zoned.type()));
    MemFile file =
        MemFile.mapped("a.mem", schema)
            .split(new RecordBatch(0, 1, List.of(texts, structs, zoned)));
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(1).build()) {
      Batch batch = loader.iterator().next();
      assertShort(schema);
      assertShort(folder.open());
      assertShort(loader);
      assertShort(loader.key("t", LongColumn.class));
      assertShort(batch);
      for (int i = 0; i < 3; i++) {
        assertShort(batch.column(i));
        assertEquals(1, batch.column(i).toString().lines().count());
        assertShort(batch.column(i).field());
      }
    }
  }

  @Test
  void endlessValuesAreCut() throws Exception {
    DataType list = new DataType.List(Field.of("item", new DataType.FixedSizeBinary(0)));
    ArrayData items =
        new ArrayData(
            new DataType.FixedSizeBinary(0),
            Integer.MAX_VALUE,
            0,
            List.of(java.lang.foreign.MemorySegment.NULL, java.lang.foreign.MemorySegment.NULL),
            List.of(),
            Optional.empty());
    ArrayData offsets = ArrayBuilder.plain(INT, List.of(0x7FFF_FFFF_0000_0000L));
    ArrayData lists =
        new ArrayData(
            list,
            1,
            0,
            List.of(java.lang.foreign.MemorySegment.NULL, offsets.buffers().get(1)),
            List.of(items),
            Optional.empty());
    List<Object> thousands = new ArrayList<>(Collections.nCopies(5000, 1L));
    ArrayData longs =
        ArrayBuilder.plain(new DataType.List(Field.of("item", INT)), List.of(thousands));
    ArrayData texts = ArrayBuilder.plain(new DataType.Utf8(), List.of("x".repeat(100_000)));
    try (OneBatch one = OneBatch.ofColumns(List.of(lists, longs, texts))) {
      for (int i = 0; i < 3; i++) {
        assertTrue(one.batch().column(i).toString().length() <= 1024, "column " + i);
      }
      assertTrue(one.batch().toString().length() <= 4096);
    }
  }

  @Test
  void tensorsKeysAndEpochsShowWhatTheyAre() throws Exception {
    try (OneBatch one = OneBatch.of(INT, 1L, 2L)) {
      assertEquals(
          "Tensor of float32 [2, 2]: [1.0, 1.0, 2.0, 2.0]", one.batch().stack("c", "c").toString());
      assertEquals("c int64 as LongColumn", one.loader().key("c", LongColumn.class).toString());
    }
  }
}
