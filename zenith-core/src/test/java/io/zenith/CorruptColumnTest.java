package io.zenith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A corrupt column is an error of whoever reads it, whether a batch is a view or put together.
class CorruptColumnTest {
  private static final DataType INT = new DataType.Int(32, true);
  private static final DataType TEXT = new DataType.Utf8();
  private static final Schema SCHEMA = Schema.of(Field.of("x", INT), Field.of("s", TEXT));

  private static MemFile file(boolean decoding) {
    MemFile file = decoding ? MemFile.decoding("a.mem", SCHEMA) : MemFile.mapped("a.mem", SCHEMA);
    for (long from = 0; from < 9; from += 3) {
      ArrayData text = ArrayBuilder.plain(TEXT, List.of("a", "b", "c"));
      if (from == 3) {
        MemorySegment bytes = text.buffers().getLast();
        bytes.set(ValueLayout.JAVA_BYTE, 1, (byte) 0xFF);
      }
      file.split(
          new RecordBatch(
              0, 3, List.of(ArrayBuilder.plain(INT, List.of(from, from + 1, from + 2)), text)));
    }
    return file;
  }

  @Test
  void whoReadsOtherColumnsGetsAllRows() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      for (int batchSize = 1; batchSize <= 9; batchSize++) {
        try (MemFolder folder = MemFolder.of(file(decoding));
            DataLoader loader = folder.open().loader(batchSize).build()) {
          int next = 0;
          for (Batch batch : loader) {
            for (int value : batch.ints("x").toArray()) {
              assertEquals(next++, value);
            }
          }
          assertEquals(9, next);
        }
      }
    }
  }

  @Test
  void whoReadsItIsToldWhereAndMayGoOn() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      try (MemFolder folder = MemFolder.of(file(decoding));
          DataLoader loader = folder.open().loader(4).build()) {
        int failures = 0;
        int[] rows = {0, 0, 0};
        for (Batch batch : loader) {
          rows[(int) batch.step()] = batch.rows();
          if (batch.step() == 2) {
            assertEquals("c", batch.strings("s").get(0));
            continue;
          }
          String message =
              assertThrows(MalformedDataException.class, () -> batch.strings("s")).getMessage();
          assertEquals(
              "a.mem, split 1, column 's', row 1: found byte 0xff at offset 1 of its text buffer,"
                  + " expected UTF-8",
              message);
          failures++;
        }
        assertEquals(2, failures);
        assertArrayEquals(new int[] {4, 4, 1}, rows);
      }
    }
  }

  @Test
  void rowsByTheirPlaceSayItToo() throws Exception {
    try (MemFolder folder = MemFolder.of(file(true))) {
      Batch batch = folder.open().rows(2, 4);
      assertArrayEquals(new int[] {2, 3, 4, 5}, batch.ints("x").toArray());
      assertThrows(MalformedDataException.class, () -> batch.strings("s"));
    }
  }
}
