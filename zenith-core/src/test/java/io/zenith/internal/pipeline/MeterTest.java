package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.internal.pipeline.Meter.Ahead;
import io.zenith.spi.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeterTest {
  private long now;
  private final List<String> told = new ArrayList<>();
  private final Meter meter =
      new Meter(
          () -> now,
          (stage, what, bytes, nanos) -> told.add(stage + " " + what + " " + bytes + " " + nanos));

  @Test
  void eachStageHasSumsOfItsOwnAndTheListenerIsToldOfEach() {
    for (int i = 0; i < 4; i++) {
      Meter.Timing fetch = meter.begin(Stage.FETCH);
      now += 10;
      Meter.Timing decode = meter.begin(Stage.DECODE);
      now += i;
      decode.end("split " + i, 7);
      fetch.end("split " + i, 100);
    }
    Meter.Times fetch = meter.times(Stage.FETCH);
    assertEquals(4, fetch.count());
    assertEquals(400, fetch.bytes());
    assertEquals(Duration.ofNanos(46), fetch.total());
    assertEquals(Duration.ofNanos(11), fetch.p50());
    assertEquals(Duration.ofNanos(13), fetch.p99());
    assertEquals(Duration.ofNanos(6), meter.times(Stage.DECODE).total());
    assertEquals(0, meter.times(Stage.WAIT).count());
    assertEquals(8, told.size());
    assertEquals(List.of("DECODE split 3 7 3", "FETCH split 3 100 13"), told.subList(6, 8));
  }

  @Test
  void aStageThatIsNotEndedIsNotCounted() {
    meter.begin(Stage.GATHER);
    assertEquals(0, meter.times(Stage.GATHER).count());
  }

  @Test
  void onlyTimeWithinEpochsIsCounted() {
    now = 1_000;
    meter.ahead(Ahead.ENOUGH);
    now += 5;
    meter.run(true);
    now += 10;
    meter.ahead(Ahead.READING);
    now += 20;
    meter.ahead(Ahead.READING);
    meter.ahead(Ahead.SHORT_OF_MEMORY);
    now += 40;
    meter.run(false);
    now += 1_000;
    meter.ahead(Ahead.READING);
    meter.run(true);
    now += 80;
    assertEquals(Duration.ofNanos(10), meter.time(Ahead.ENOUGH));
    assertEquals(Duration.ofNanos(100), meter.time(Ahead.READING));
    assertEquals(Duration.ofNanos(40), meter.time(Ahead.SHORT_OF_MEMORY));
    assertEquals(Duration.ofNanos(150), meter.time());
  }
}
