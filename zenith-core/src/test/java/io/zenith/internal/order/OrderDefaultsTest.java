package io.zenith.internal.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Property;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class OrderDefaultsTest {
  @Test
  void ranksHaveLanesOfTheirOwn() {
    assertEquals(1, OrderDefaults.lanes(1, 256));
    assertEquals(16, OrderDefaults.lanes(2, 256));
    assertEquals(24, OrderDefaults.lanes(3, 256));
    assertEquals(18, OrderDefaults.lanes(3, 30));
    assertEquals(16, OrderDefaults.lanes(16, 7));
    assertEquals(17, OrderDefaults.lanes(17, 64));
    assertEquals(1000, OrderDefaults.lanes(1000, 64));
    assertEquals(62, OrderDefaults.lanes(2, 31));
    assertEquals(2, OrderDefaults.lanes(2, 7));
    assertEquals(15, OrderDefaults.lanes(15, 1));
    assertEquals(30, OrderDefaults.lanes(15, 2));
    assertEquals(2, OrderDefaults.lanes(2, Integer.MAX_VALUE)); // a prime
    assertThrows(IllegalArgumentException.class, () -> OrderDefaults.lanes(0, 1));
    assertThrows(IllegalArgumentException.class, () -> OrderDefaults.lanes(2, 0));
  }

  @Test
  void windowsAreAPartOfTheFiles() {
    long mib = 1 << 20;
    assertEquals(1 << 20, OrderDefaults.window(0, 0, 1));
    assertEquals(1 << 20, OrderDefaults.window(16 * mib, 1 << 20, 64));
    assertEquals(1 << 19, OrderDefaults.window(16 * mib + 1, 1 << 20, 64));
    assertEquals(1 << 18, OrderDefaults.window(60_000_000 * 64L, 60_000_000, 64)); // 64 a row
    assertEquals(512, OrderDefaults.window(20_000 * 30_000L, 20_000, 128));
    assertEquals(1024, OrderDefaults.window(20_000 * 30_000L, 20_000, 129));
    assertEquals(4, OrderDefaults.window(Long.MAX_VALUE, 1, 1));
    assertEquals(1L << 42, OrderDefaults.window(1, 1, 1L << 40));
    assertThrows(IllegalArgumentException.class, () -> OrderDefaults.window(-1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> OrderDefaults.window(1, -1, 1));
    assertThrows(IllegalArgumentException.class, () -> OrderDefaults.window(1, 1, 0));
  }

  @Test
  void windowsAreTheLargestThatFit() {
    Property.check(
        5000,
        (random, _) -> {
          long bytes = random.nextLong() >>> random.nextInt(1, 64);
          long rows = 1 + (random.nextLong() >>> random.nextInt(2, 64));
          long window = OrderDefaults.window(bytes, rows, 1);
          BigInteger part = BigInteger.valueOf(bytes).multiply(BigInteger.valueOf(window));
          BigInteger most = BigInteger.valueOf(rows).shiftLeft(24);
          assertEquals(1, Long.bitCount(window));
          assertTrue(window == 4 || part.compareTo(most) <= 0);
          assertTrue(window == 1 << 20 || part.shiftLeft(1).compareTo(most) > 0);
        });
  }
}
