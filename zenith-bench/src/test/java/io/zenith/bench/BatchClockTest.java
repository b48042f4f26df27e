package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BatchClockTest {
  @Test
  void blocksAreTimedAcrossPassesAndSharedAmongTheirBatches() throws InterruptedException {
    BatchClock clock = new BatchClock(10);
    clock.start();
    for (int batch = 0; batch < 25; batch++) {
      Thread.sleep(1);
      clock.batchDone(64);
    }

    double[] nanos = clock.percentiles(50, 100);

    assertEquals(25 * 64, clock.rows());
    assertTrue(1e6 <= nanos[0] && nanos[0] <= nanos[1], () -> nanos[0] + " and " + nanos[1]);
  }

  @Test
  void withoutLapsThereAreNoPercentiles() {
    BatchClock clock = new BatchClock(1);
    clock.start();

    assertTrue(Double.isNaN(clock.percentiles(50)[0]));
  }
}
