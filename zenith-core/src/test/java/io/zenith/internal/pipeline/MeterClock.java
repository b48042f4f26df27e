package io.zenith.internal.pipeline;

import io.zenith.internal.pipeline.Meter.Ahead;
import io.zenith.spi.Stage;

/// A meter whose time goes on when a test says so.
public final class MeterClock {
  private static final int BYTES = 64;

  private long now;
  private final Meter meter = new Meter(() -> now, null);

  /// The meter.
  public Meter meter() {
    return meter;
  }

  /// Time goes on.
  public void elapse(int millis) {
    now += millis * 1_000_000L;
  }

  /// Memory is short for a while.
  public void shortOfMemory(int millis) {
    meter.ahead(Ahead.SHORT_OF_MEMORY);
    elapse(millis);
    meter.ahead(Ahead.READING);
  }

  /// A stage takes its time, if it takes any.
  public void add(Stage stage, int millis) {
    if (millis > 0) {
      Meter.Timing timing = meter.begin(stage);
      elapse(millis);
      timing.end("", BYTES);
    }
  }
}
