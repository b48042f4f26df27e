package io.zenith.bench;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/// Lets a contender make passes for a while, and measures them.
///
/// A contender may be warm later than its warm-up is over. So once the median batch of a turn takes
/// less than 5 us, that turn is taken again, and timed by blocks of batches; so are all that
/// follow.
final class TurnTimer {
  /// Below 5 us a batch, two readings of the clock (50 ns) would be more than 1 % of it.
  private static final double SINGLE_BATCH_NANOS = 5_000;

  private static final int BLOCK = 100;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Contender contender;
  private BatchClock clock = new BatchClock(BLOCK);

  TurnTimer(Contender contender) {
    this.contender = contender;
  }

  /// Turns whose figures nobody sees: the first compiles the code, a short one tells whether to
  /// time single batches.
  void warmUp(Duration length) throws IOException {
    measure(length);
    if (measure(length.dividedBy(5)).p50Nanos() >= SINGLE_BATCH_NANOS) {
      clock = new BatchClock(1);
    }
  }

  /// As many whole passes as fit, at least one.
  Turn turn(Duration length) throws IOException {
    Turn turn = measure(length);
    if (clock.batchesPerLap() == 1 && turn.p50Nanos() < SINGLE_BATCH_NANOS) {
      clock = new BatchClock(BLOCK);
      turn = measure(length);
    }
    return turn;
  }

  private Turn measure(Duration length) throws IOException {
    double delivered = 0;
    long allocated = threads.getTotalThreadAllocatedBytes();
    clock.start();
    long began = System.nanoTime();
    long elapsed;
    do {
      delivered += contender.pass(clock);
      elapsed = System.nanoTime() - began;
    } while (elapsed < length.toNanos());
    allocated = threads.getTotalThreadAllocatedBytes() - allocated;
    if (Double.isNaN(delivered)) {
      throw new IllegalStateException("the values add up to NaN");
    }
    double[] nanos = clock.percentiles(50, 95, 99);
    return new Turn(
        clock.rows() * 1e9 / elapsed,
        nanos[0],
        nanos[1],
        nanos[2],
        clock.batchesPerLap(),
        (double) allocated / clock.batches(),
        ResidentMemory.peak());
  }
}
