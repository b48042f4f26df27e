package io.zenith.internal.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// The random numbers of transforms.
class DrawsTest {
  private static final long GOLDEN_FIRST = -5_096_937_588_936_808_251L;
  private static final long GOLDEN_SECOND = 1_542_101_380_413_218_100L;

  /// The JDK has the same generator, though it does not promise to keep it.
  @Test
  void drawsAreThoseOfTheDefinition() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 100; i++) {
      long seed = random.nextLong();
      long epoch = random.nextInt(5);
      long row = random.nextLong() >>> 1;
      int place = random.nextInt(3);
      SplittableRandom ofRow =
          new SplittableRandom(Keys.of(seed, Keys.Purpose.ROW_DRAWS, epoch, place, row));
      SplittableRandom ofStep =
          new SplittableRandom(Keys.of(seed, Keys.Purpose.STEP_DRAWS, epoch, place, row));
      RandomGenerator rowDraws = new Draws(seed, place).ofRow(epoch, row);
      RandomGenerator stepDraws = new Draws(seed, place).ofStep(epoch, row);
      for (int draw = 0; draw < 5; draw++) {
        assertEquals(ofRow.nextLong(), rowDraws.nextLong());
        assertEquals(ofStep.nextLong(), stepDraws.nextLong());
      }
    }
  }

  /// Computed by another program, from the definition: a change here changes what users trained
  /// with.
  @Test
  void drawsStayWhatTheyAre() {
    RandomGenerator random = new Draws(42, 1).ofRow(3, 1_000_000_007L);
    assertEquals(GOLDEN_FIRST, random.nextLong());
    assertEquals(GOLDEN_SECOND, random.nextLong());
    assertNotEquals(GOLDEN_FIRST, new Draws(43, 1).ofRow(3, 1_000_000_007L).nextLong());
  }

  /// Neighbouring rows, epochs, seeds and transforms have nothing in common.
  @Test
  void drawsOfNeighboursAreUniform() {
    int[] counts = new int[16];
    int draws = 0;
    for (int seed = 0; seed < 4; seed++) {
      for (int place = 0; place < 2; place++) {
        Draws ofTransform = new Draws(seed, place);
        for (int epoch = 0; epoch < 4; epoch++) {
          for (int row = 0; row < 1000; row++) {
            counts[ofTransform.ofRow(epoch, row).nextInt(counts.length)]++;
            draws++;
          }
        }
      }
    }
    double expected = (double) draws / counts.length;
    double chi = 0;
    for (int count : counts) {
      chi += (count - expected) * (count - expected) / expected;
    }
    // 15 degrees of freedom: above 44 once in 10,000 times.
    assertEquals(15, chi, 29);
  }
}
