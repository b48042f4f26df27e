package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BatchTimesTest {
  private long now;

  @Test
  void longBatchesAreTimedOneByOne() {
    BatchTimes times = run(300, 6_000);
    assertEquals("single batches", times.report().of());
    assertEquals(300, times.report().samples());
    assertEquals(6_000, times.report().p50(), 60);
  }

  @Test
  void shortBatchesAreTimedByTheHundred() {
    BatchTimes times = run(1_100, 80);
    assertEquals("blocks of 100 batches, divided", times.report().of());
    assertEquals(10, times.report().samples());
    assertEquals(80, times.report().p99());
  }

  @Test
  void aSlowStartIsForgottenWhenBatchesBecomeShort() {
    BatchTimes times = run(100, 1_000_000);
    continueWith(times, 100, 100);
    assertEquals(0, times.report().samples());
    continueWith(times, 200, 100);
    assertEquals(2, times.report().samples());
    assertEquals(100, times.report().max());
  }

  private BatchTimes run(int steps, long nanos) {
    BatchTimes times = new BatchTimes(() -> now);
    times.start();
    continueWith(times, steps, nanos);
    return times;
  }

  private void continueWith(BatchTimes times, int steps, long nanos) {
    for (int i = 0; i < steps; i++) {
      now += nanos;
      times.step();
    }
  }
}
