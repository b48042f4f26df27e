package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DepthTest {
  private static final Fetched NOTHING = new Fetched(0, 0);

  /// A storage that takes a millisecond for a result of a byte, and gives no more than so many
  /// results a millisecond; and a consumer that always waits.
  private static final class Wire {
    private final Depth depth;
    private double most;
    private long bytes;
    private double millis;

    private Wire(Depth depth, double most) {
      this.depth = depth;
      this.most = most;
    }

    /// Results that are waited for.
    ///
    /// @return the depth after them
    private int read(int results) {
      for (int i = 0; i < results; i++) {
        millis += 1 / Math.min(most, depth.now());
        bytes++;
        depth.waited(new Fetched(bytes, Math.round(millis * 1e6)));
      }
      return depth.now();
    }
  }

  private static void take(Depth depth, int times) {
    for (int i = 0; i < times; i++) {
      depth.taken();
    }
  }

  @Test
  void theFirstWaitDoublesIt() {
    Depth depth = Depth.adapting(5);
    assertTrue(depth.waited(NOTHING));
    assertEquals(10, depth.now());
    assertEquals(64, depth.most());
    assertEquals(5, depth.first());
  }

  @Test
  void waitsDoubleItWhereThereIsLatencyOnly() {
    Wire wire = new Wire(Depth.adapting(4), 1_000);
    assertEquals(8, wire.read(1));
    assertEquals(8, wire.read(8));
    assertEquals(16, wire.read(1));
    assertEquals(32, wire.read(17));
    assertEquals(64, wire.read(33));
    assertEquals(64, wire.read(10_000));
  }

  @Test
  void itStopsWhereTheWireIsFull() {
    Wire wire = new Wire(Depth.adapting(4), 7);
    assertEquals(16, wire.read(200)); // the one after that which was enough
    for (int i = 0; i < 10_000; i++) {
      int now = wire.read(1);
      assertTrue(now == 16 || now == 32, () -> "" + now); // it tries more again, and goes back
    }
    wire.most = 1_000;
    assertEquals(64, wire.read(600));
  }

  @Test
  void itShrinksOnceNobodyHasWaitedForAWhile() {
    Depth depth = Depth.adapting(8);
    take(depth, 31);
    assertEquals(8, depth.now());
    take(depth, 1);
    assertEquals(6, depth.now());
    take(depth, 23);
    assertTrue(depth.waited(NOTHING));
    assertEquals(12, depth.now());
    take(depth, 47);
    assertEquals(12, depth.now());
    take(depth, 10_000);
    assertEquals(2, depth.now());
  }

  @Test
  void oneThatWasSetStays() {
    Depth depth = Depth.of(1);
    assertFalse(depth.waited(NOTHING));
    assertEquals(1, depth.now());
    take(depth, 1_000);
    assertEquals(1, depth.now());
    assertEquals(1, depth.most());
  }

  @Test
  void oneThatBeginsBeyondTheLimitStaysWithinWhatItBeganWith() {
    Depth depth = Depth.adapting(256);
    assertFalse(depth.waited(NOTHING));
    assertEquals(256, depth.now());
    assertEquals(1, Depth.adapting(1).now());
  }
}
