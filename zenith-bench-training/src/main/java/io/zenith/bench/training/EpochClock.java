package io.zenith.bench.training;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/// Takes the time of an epoch, apart from that in which it waits for batches.
final class EpochClock {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final long mostSteps;
  private final long begin = System.nanoTime();
  private final long garbage = THREADS.getTotalThreadAllocatedBytes();
  private final List<Float> losses = new ArrayList<>();
  private long waited;
  private long rows;

  /// Starts with all that has to be done before the first batch is there.
  ///
  /// @param mostSteps where an epoch that has more is broken off
  EpochClock(long mostSteps) {
    this.mostSteps = mostSteps;
  }

  /// Runs an epoch to its end.
  ///
  /// @param batches what it trains on; asking for one is waiting
  /// @param size how many rows a batch has
  /// @param step trains, and says the loss
  <B> EpochRun run(Iterator<B> batches, ToLongFunction<B> size, ToDoubleFunction<B> step) {
    waited = System.nanoTime() - begin;
    while (losses.size() < mostSteps) {
      long asked = System.nanoTime();
      boolean isThere = batches.hasNext();
      B batch = isThere ? batches.next() : null;
      waited += System.nanoTime() - asked;
      if (batch == null) {
        break;
      }
      rows += size.applyAsLong(batch);
      losses.add((float) step.applyAsDouble(batch));
    }
    long nanos = System.nanoTime() - begin;
    long allocated = THREADS.getTotalThreadAllocatedBytes() - garbage;
    return new EpochRun(
        nanos / 1e9, (double) waited / nanos, (double) allocated / losses.size(), rows, losses);
  }
}
