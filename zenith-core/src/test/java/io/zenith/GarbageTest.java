package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// A step over views makes at most 400 bytes of garbage, whatever the number of rows.
class GarbageTest {
  private static final int ROWS = 10_000;
  private static final int BATCH = 64;
  private static final int FLOATS = 10;
  private static final int MOST_BYTES = 400;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static MemFile table() {
    DataType integer = new DataType.Int(64, true);
    DataType floating = new DataType.FloatingPoint(32);
    List<Field> fields = new ArrayList<>();
    List<ArrayData> columns = new ArrayList<>();
    List<Long> longs = LongStream.range(0, ROWS).boxed().toList();
    for (String name : List.of("id", "label")) {
      fields.add(Field.of(name, integer));
      columns.add(ArrayBuilder.plain(integer, longs));
    }
    List<Float> floats = longs.stream().map(Long::floatValue).toList();
    for (int i = 0; i < FLOATS; i++) {
      fields.add(Field.of("f" + i, floating));
      columns.add(ArrayBuilder.plain(floating, floats));
    }
    return MemFile.mapped("a.mem", Schema.of(fields.toArray(Field[]::new)))
        .split(new RecordBatch(0, ROWS, columns));
  }

  @Test
  void aStepOverTwelveColumnsByKeyMakesAlmostNoGarbage() throws Exception {
    try (MemFolder folder = MemFolder.of(table());
        DataLoader loader =
            folder
                .open()
                .loader(BATCH)
                .remainder(Remainder.DROP)
                .epochs(Integer.MAX_VALUE)
                .build()) {
      Keys keys = Keys.of(loader);
      Iterator<Batch> batches = loader.iterator();
      double sum = 0;
      for (int i = 0; i < 60_000; i++) {
        sum += keys.sum(batches.next());
      }
      // The compiler may still be at work: the least of some rounds is what the steps need.
      long least = Long.MAX_VALUE;
      int steps = 2_000;
      for (int round = 0; round < 10; round++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < steps; i++) {
          sum += keys.sum(batches.next());
        }
        least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
      }
      assertTrue(sum > 0);
      long bytes = least / steps;
      assertTrue(bytes <= MOST_BYTES, () -> bytes + " bytes of garbage a batch");
      assertEquals(0, loader.budget.peak(), "native memory for views");
    }
  }

  /// The columns of the table.
  private record Keys(
      ColumnKey<LongColumn> id, ColumnKey<LongColumn> label, List<ColumnKey<FloatColumn>> floats) {
    static Keys of(DataLoader loader) {
      List<ColumnKey<FloatColumn>> floats = new ArrayList<>();
      for (int i = 0; i < FLOATS; i++) {
        floats.add(loader.key("f" + i, FloatColumn.class));
      }
      return new Keys(
          loader.key("id", LongColumn.class), loader.key("label", LongColumn.class), floats);
    }

    /// One value of each column: the whole of a step is its views.
    double sum(Batch batch) {
      double sum = batch.get(id).get(0) + batch.get(label).get(BATCH - 1);
      for (int i = 0; i < FLOATS; i++) {
        sum += batch.get(floats.get(i)).get(i);
      }
      return sum;
    }
  }
}
