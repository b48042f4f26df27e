package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimeHistogramTest {
  @Test
  void smallTimesAreExact() {
    TimeHistogram times = new TimeHistogram();
    for (int nanos = 1; nanos <= 100; nanos++) {
      times.add(nanos);
    }
    assertEquals(50, times.percentile(.50));
    assertEquals(99, times.percentile(.99));
    assertEquals(100, times.percentile(1));
    assertEquals(100, times.max());
  }

  @Test
  void percentilesOfAnySizeAreWithinOnePercent() {
    SplittableRandom random = new SplittableRandom(7);
    TimeHistogram times = new TimeHistogram();
    long[] all = new long[10_000];
    for (int i = 0; i < all.length; i++) {
      all[i] = random.nextLong(1L << random.nextInt(1, 62));
      times.add(all[i]);
    }
    Arrays.sort(all);
    for (double share : new double[] {.01, .25, .5, .95, .99}) {
      double expected = all[(int) Math.ceil(share * all.length) - 1];
      assertEquals(expected, times.percentile(share), expected * .01 + 1, "at " + share);
    }
    assertEquals(all[all.length - 1], times.max());
  }

  @Test
  void holdsTheExtremes() {
    TimeHistogram times = new TimeHistogram();
    times.add(Long.MAX_VALUE);
    times.add(0);
    times.add(-1);
    assertEquals(3, times.total());
    assertEquals(0, times.percentile(.5));
    times.clear();
    assertEquals(0, times.percentile(.5));
  }
}
