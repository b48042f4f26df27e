package io.zenith.datasets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CounterRandomTest {
  private static final int ROWS = 100_000;

  private final CounterRandom random = new CounterRandom(0, 0);

  @Test
  void seedsStreamsRowsAndDrawsAreIndependent() {
    Set<Long> seen = new HashSet<>();
    for (long seed = -5; seed < 5; seed++) {
      for (long stream = 0; stream < 10; stream++) {
        for (long row = 0; row < 10; row++) {
          for (int draw = 0; draw < 10; draw++) {
            seen.add(new CounterRandom(seed, stream).bits(row, draw));
          }
        }
      }
    }
    assertEquals(10 * 10 * 10 * 10, seen.size());
  }

  @Test
  void belowReachesAllValuesEquallyOften() {
    int[] counts = new int[7];
    for (long row = 0; row < ROWS; row++) {
      counts[random.below(7, row, 0)]++;
    }
    for (int count : counts) {
      assertEquals(ROWS / 7.0, count, 600);
    }
  }

  @Test
  void gaussianHasMeanZeroAndDeviationOne() {
    double sum = 0;
    double squares = 0;
    for (long row = 0; row < ROWS; row++) {
      double value = random.gaussian(row, 3);
      sum += value;
      squares += value * value;
    }
    assertEquals(0, sum / ROWS, 0.02);
    assertEquals(1, squares / ROWS, 0.02);
  }

  @Test
  void uniformStaysBelowOne() {
    for (long row = 0; row < ROWS; row++) {
      double value = random.uniform(row, 1);
      assertTrue(0 <= value && value < 1);
    }
  }
}
