package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TurnTimerTest {
  private static final Duration LENGTH = Duration.ofMillis(20);
  private static final int SLOW = 20_000;
  private static final int FAST = 1_000;

  private final Spinner contender = new Spinner();
  private final TurnTimer timer = new TurnTimer(contender);

  @Test
  void aSlowContenderIsTimedByBatches() throws IOException {
    contender.nanos = SLOW;
    timer.warmUp(LENGTH);
    assertEquals(1, timer.turn(LENGTH).batchesPerLap());
  }

  @Test
  void aFastContenderIsTimedByBlocks() throws IOException {
    contender.nanos = FAST;
    timer.warmUp(LENGTH);
    assertEquals(100, timer.turn(LENGTH).batchesPerLap());
  }

  @Test
  void aContenderThatWarmsUpLateIsTimedByBlocksOnceItIsFast() throws IOException {
    contender.nanos = SLOW;
    timer.warmUp(LENGTH);
    assertEquals(1, timer.turn(LENGTH).batchesPerLap());
    contender.nanos = FAST;
    for (int round = 0; round < 3; round++) {
      Turn turn = timer.turn(LENGTH);
      assertEquals(100, turn.batchesPerLap());
      assertTrue(turn.p50Nanos() < 5_000, turn::toString);
    }
  }

  /// Takes as long for a batch as it is told.
  private static final class Spinner implements Contender {
    private int nanos;

    @Override
    public double pass(BatchClock clock) {
      for (int batch = 0; batch < 200; batch++) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
        clock.batchDone(BATCH_ROWS);
      }
      return 0;
    }

    @Override
    public ColumnChecksums checksums() {
      return new ColumnChecksums();
    }

    @Override
    public void close() {}
  }
}
