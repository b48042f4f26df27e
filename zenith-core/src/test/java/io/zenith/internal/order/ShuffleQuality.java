package io.zenith.internal.order;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.BitSet;

/// Prints the table of `docs/order.md`: how well windows mix data that is sorted by its label.
/// `java -cp zenith-core/target/classes:zenith-core/target/test-classes
/// io.zenith.internal.order.ShuffleQuality`
final class ShuffleQuality {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int ROWS = 5_000_000;
  private static final int SPLIT_ROWS = 1 << 16;
  private static final int LABELS = 100;
  private static final int BATCH = 256;

  private ShuffleQuality() {}

  public static void main(String[] arguments) {
    System.out.println("| window | lanes | entropy | blocks | ns a row |\n|---|---|---|---|---|");
    show("none", new OrderSpec(ShuffleKind.NONE, 0, 1 << 18, 1, BATCH, End.DROP));
    for (int lanes : new int[] {1, 16}) {
      for (int bits = 12; bits <= 20; bits += 2) {
        String name = String.format("%,d", 1 << bits);
        show(name, new OrderSpec(ShuffleKind.WINDOWED, 42, 1L << bits, lanes, BATCH, End.DROP));
      }
    }
    show("global", new OrderSpec(ShuffleKind.GLOBAL, 42, 1, 1, BATCH, End.DROP));
  }

  private static void show(String window, OrderSpec spec) {
    long[] splits = new long[Math.ceilDiv(ROWS, SPLIT_ROWS)];
    Arrays.fill(splits, SPLIT_ROWS);
    splits[splits.length - 1] = ROWS % SPLIT_ROWS;
    Order order = Order.of(Blocks.of(splits), spec);
    RowNumbers numbers = order.rowNumbers(0);
    double entropy = 0;
    long blocks = 0;
    for (long step = 0; step < order.steps(); step++) {
      int[] labels = new int[LABELS];
      BitSet seen = new BitSet();
      for (long row : numbers.of(order.slice(step, 0, 1))) {
        labels[(int) (row * LABELS / ROWS)]++;
        seen.set((int) (row / SPLIT_ROWS));
      }
      entropy += entropy(labels);
      blocks += seen.cardinality();
    }
    System.out.printf(
        "| %s | %d | %.2f | %.1f | %.1f |%n",
        window,
        spec.lanes(),
        entropy / order.steps(),
        (double) blocks / order.steps(),
        nanosARow(order));
  }

  /// In bits.
  private static double entropy(int[] counts) {
    double sum = 0;
    for (int count : counts) {
      if (count > 0) {
        double part = (double) count / BATCH;
        sum -= part * Math.log(part) / Math.log(2);
      }
    }
    return sum;
  }

  /// Of a processor's time, in the best of ten epochs, each with its start.
  private static double nanosARow(Order order) {
    long best = Long.MAX_VALUE;
    long[] sum = new long[1];
    for (int epoch = 0; epoch < 10; epoch++) {
      long before = THREADS.getCurrentThreadCpuTime();
      order.rowNumbers(epoch).forEach((range, rows) -> sum[0] += rows[(int) range.count() - 1]);
      best = Math.min(best, THREADS.getCurrentThreadCpuTime() - before);
    }
    if (sum[0] == 0) {
      throw new AssertionError("nothing was visited");
    }
    return (double) best / order.delivered();
  }
}
