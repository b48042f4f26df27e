package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimeHistogramTest {
  @Test
  void smallTimesAreExact() {
    TimeHistogram times = new TimeHistogram();
    for (int nanos = 0; nanos < 16; nanos++) {
      times.add(nanos);
    }
    assertEquals(7, times.percentile(.50));
    assertEquals(15, times.percentile(.99));
  }

  @Test
  void percentilesOfAnySizeAreWithinASixteenth() {
    SplittableRandom random = new SplittableRandom(7);
    TimeHistogram times = new TimeHistogram();
    long[] all = new long[10_000];
    for (int i = 0; i < all.length; i++) {
      all[i] = random.nextLong(1L << random.nextInt(1, 62));
      times.add(all[i]);
    }
    Arrays.sort(all);
    for (double share : new double[] {.01, .25, .5, .95, .99, 1}) {
      double expected = all[(int) Math.ceil(share * all.length) - 1];
      assertEquals(expected, (double) times.percentile(share), expected / 16 + 1, "at " + share);
    }
  }

  @Test
  void holdsTheExtremes() {
    TimeHistogram times = new TimeHistogram();
    assertEquals(0, times.percentile(.5));
    times.add(-1);
    times.add(0);
    assertEquals(0, times.percentile(1));
    times.add(Long.MAX_VALUE);
    assertEquals((double) Long.MAX_VALUE, (double) times.percentile(1), Long.MAX_VALUE / 16.0);
  }
}
