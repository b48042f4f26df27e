package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.zenith.spi.RecordBatch;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FoundRowsTest {
  private static final int DEPTH = 4;

  /// Counted are those on their way or loaded, and those whose rows nobody has taken yet.
  @Test
  void noMoreSplitsAreReadAheadThanTwiceTheDepth() throws Exception {
    Tasks tasks = new SplitReadsTest.DirectTasks(SplitReadsTest::run);
    int[][] splits = new int[40][];
    Arrays.fill(splits, new int[] {1});
    AtomicInteger ready = new AtomicInteger();
    try (MemSources mem = MemSources.of(tasks, true, splits);
        Budget budget = new Budget(tasks, 1 << 24, 1 << 16);
        FoundRows<RecordBatch> rows =
            new FoundRows<>(
                mem.splits,
                batch -> new RowSet.All(batch.rows()),
                mem.sources,
                new Resources(tasks, budget, new Meter(System::nanoTime, null)),
                Depth.of(DEPTH),
                () -> {},
                () -> {},
                ready::get)) {
      take(0, rows);
      assertEquals(DEPTH, rows.sets.size());
      assertEquals(3, take(3, rows));
      ready.set(3);
      assertEquals(DEPTH, rows.sets.size());
      assertEquals(4, take(100, rows));
      ready.set(7);
      assertEquals(1, rows.sets.size());
      assertEquals(1, take(100, rows));
      ready.set(8);
      assertEquals(0, rows.sets.size());
      assertEquals(0, take(100, rows));
      assertFalse(rows.isAtEnd());
      assertEquals(0, rows.sets.size());
      ready.set(6);
      take(0, rows);
      assertEquals(2, rows.sets.size());
      ready.set(0);
      take(0, rows);
      assertEquals(DEPTH, rows.sets.size());
    }
  }

  /// Takes rows, which are gathered at once.
  ///
  /// @return how many splits end in them
  private static int take(int most, FoundRows<RecordBatch> rows) throws Exception {
    FoundRows.Taken<RecordBatch> taken = rows.take(most);
    rows.gathered(taken.ranges());
    return taken.ended();
  }
}
