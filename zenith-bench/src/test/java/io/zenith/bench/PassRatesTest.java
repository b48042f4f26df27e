package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PassRatesTest {
  private static Series series(double... runs) {
    return Series.ofRounds("GB/s", runs.length, at -> runs[at]);
  }

  private final PassRates rates =
      new PassRates(
          Map.of("ours", series(8, 9, 10), "fast", series(4, 3, 2), "slow", series(1, 1, 50)));

  @Test
  void theFastestIsThatWithTheBestMedian() {
    assertEquals(3, rates.ratio("ours", title -> !title.equals("ours")));
    assertEquals(8, rates.ratio("ours", "slow"));
  }

  @Test
  void whatWasNotMeasuredHasNoRatio() {
    assertEquals(Double.NaN, rates.ratio("ours", "absent"));
    assertEquals(Double.NaN, rates.ratio("absent", "fast"));
    assertEquals(Double.NaN, PassRates.NONE.ratio("ours", _ -> true));
  }
}
