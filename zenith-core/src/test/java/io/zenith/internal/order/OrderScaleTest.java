package io.zenith.internal.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// 10^12 rows cost kilobytes: nothing grows with the rows, and what grows with the blocks is small.
class OrderScaleTest {
  private static final long ROWS = 1_000_000_000_000L;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static <T> T allocating(long most, Supplier<T> work) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    T result = work.get();
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated <= most, () -> allocated + " bytes allocated, not " + most);
    return result;
  }

  private static OrderSpec spec(ShuffleKind kind) {
    return new OrderSpec(kind, 42, 1 << 20, 16, 1024, End.DROP);
  }

  @Test
  void windowsOfAMillionBlocksCostKilobytes() {
    Order order = allocating(20_000, () -> Order.of(Blocks.of(ROWS), spec(ShuffleKind.WINDOWED)));
    assertEquals(ROWS / 1024, order.steps());
    // One pass over 60,000 pieces; a sixteenth of 32 KiB is kept.
    LaneOrder lane = allocating(25_000, () -> order.lane(5, 11));
    assertEquals(ROWS / 16, lane.rows());
    long[] rows = new long[64];
    for (long number : new long[] {0, 1, lane.windows() / 2, lane.windows() - 1}) {
      Window window = allocating(25_000, () -> lane.window(number));
      assertEquals(number * (1 << 16), window.from());
      allocating(
          10_000,
          () -> {
            window.rowNumbers(window.from(), 64, rows, 0);
            return rows;
          });
      for (long row : rows) {
        assertTrue(row >= 0 && row < ROWS);
      }
    }
  }

  @Test
  void aStepOfAGlobalShuffleCostsItsRows() {
    Order order = allocating(2_000, () -> Order.of(Blocks.of(ROWS), spec(ShuffleKind.GLOBAL)));
    RowNumbers numbers = allocating(2_000, () -> order.rowNumbers(3));
    for (long step : new long[] {0, order.steps() / 2, order.steps() - 1}) {
      long[] rows = allocating(40_000, () -> numbers.of(order.slice(step, 0, 1)));
      assertEquals(1024, rows.length);
      for (long row : rows) {
        assertTrue(row >= 0 && row < ROWS);
      }
    }
  }

  @Test
  void aSliceCostsItsRanges() {
    Order order = Order.of(Blocks.of(ROWS), spec(ShuffleKind.GLOBAL));
    for (long step : new long[] {0, order.steps() / 2, order.steps() - 1}) {
      assertEquals(4, allocating(2_000, () -> order.slice(step, 3, 4)).rows().size());
    }
  }
}
