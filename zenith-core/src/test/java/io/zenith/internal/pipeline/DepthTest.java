package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DepthTest {
  private static void take(Depth depth, int times) {
    for (int i = 0; i < times; i++) {
      depth.taken();
    }
  }

  @Test
  void eachWaitDoublesItUpToALimit() {
    Depth depth = Depth.adapting(5);
    for (int expected : new int[] {10, 20, 40, 64, 64}) {
      assertEquals(depth.now() < 64, depth.waited());
      assertEquals(expected, depth.now());
    }
    assertEquals(64, depth.most());
    assertEquals(5, depth.first());
  }

  @Test
  void itShrinksOnceNobodyHasWaitedForAWhile() {
    Depth depth = Depth.adapting(8);
    take(depth, 31);
    assertEquals(8, depth.now());
    take(depth, 1);
    assertEquals(6, depth.now());
    take(depth, 23);
    assertTrue(depth.waited());
    assertEquals(12, depth.now());
    take(depth, 47);
    assertEquals(12, depth.now());
    take(depth, 10_000);
    assertEquals(2, depth.now());
  }

  @Test
  void oneThatWasSetStays() {
    Depth depth = Depth.of(1);
    assertFalse(depth.waited());
    assertEquals(1, depth.now());
    take(depth, 1_000);
    assertEquals(1, depth.now());
    assertEquals(1, depth.most());
  }

  @Test
  void oneThatBeginsBeyondTheLimitStaysWithinWhatItBeganWith() {
    Depth depth = Depth.adapting(256);
    assertFalse(depth.waited());
    assertEquals(256, depth.now());
    assertEquals(1, Depth.adapting(1).now());
  }
}
