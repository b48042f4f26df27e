package io.zenith.internal.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/// Orders of version 1, for good. Who changes what a seed means must change [Order#VERSION], since
/// no run of before can be resumed.
class GoldenOrderTest {
  @Test
  void theVersionIsThatOfTheseOrders() {
    assertEquals(1, Order.VERSION);
  }

  @Test
  void smallOrdersStayAsTheyAre() {
    assertEquals(
        "[0, 1, 8, 9][2, 3, 10, 11][4, 5, 12, 13][6, 7, 14, 15]", small(ShuffleKind.NONE, 1));
    assertEquals(
        "[7, 10, 0, 1][8, 9, 15, 2][13, 11, 3, 5][12, 14, 4, 6]", small(ShuffleKind.WINDOWED, 0));
    assertEquals(
        "[14, 13, 2, 15][7, 12, 1, 0][11, 10, 5, 4][9, 8, 3, 6]", small(ShuffleKind.WINDOWED, 1));
    assertEquals(
        "[7, 9, 3, 14][12, 2, 0, 11][4, 6, 13, 1][5, 15, 10, 8]", small(ShuffleKind.GLOBAL, 0));
    assertEquals(
        "[12, 14, 15, 13][7, 10, 2, 0][6, 1, 8, 11][5, 4, 9, 3]", small(ShuffleKind.GLOBAL, 1));
  }

  private static String small(ShuffleKind kind, long epoch) {
    Order order = Order.of(Blocks.of(7, 0, 5, 4), new OrderSpec(kind, 42, 8, 2, 4, End.KEEP));
    RowNumbers numbers = order.rowNumbers(epoch);
    StringBuilder text = new StringBuilder();
    for (long step = 0; step < order.steps(); step++) {
      text.append(Arrays.toString(numbers.of(order.slice(step, 0, 1))));
    }
    return text.toString();
  }

  @Test
  void ordersOfMillionsOfRowsStayAsTheyAre() throws NoSuchAlgorithmException {
    assertEquals("a0530c347604324f", millions(ShuffleKind.NONE, 0));
    assertEquals("9a36f696cae9c146", millions(ShuffleKind.WINDOWED, 0));
    assertEquals("84ce1f99669547d6", millions(ShuffleKind.WINDOWED, -1));
    assertEquals("0200dfe3b883f454", millions(ShuffleKind.GLOBAL, 0));
    assertEquals("82f94f0b3eb815ea", millions(ShuffleKind.GLOBAL, -1));
  }

  private static String millions(ShuffleKind kind, long seed) throws NoSuchAlgorithmException {
    Order order =
        Order.of(
            Blocks.of(3_000_000, 70_000, 0, 1, 500_000, 12_345),
            new OrderSpec(kind, seed, 1 << 17, 12, 1000, End.DROP));
    return hash(order, 3, order.steps());
  }

  @Test
  void stepsOfATrillionRowsStayAsTheyAre() throws NoSuchAlgorithmException {
    assertEquals("6617a5964605bdae", trillion(ShuffleKind.GLOBAL, 1));
    assertEquals("cf97276cf2a290d1", trillion(ShuffleKind.WINDOWED, 1 << 20));
  }

  private static String trillion(ShuffleKind kind, long window) throws NoSuchAlgorithmException {
    Order order =
        Order.of(Blocks.of(1_000_000_000_000L), new OrderSpec(kind, 7, window, 16, 1024, End.KEEP));
    return hash(order, 1, 100);
  }

  /// The first 8 bytes of SHA-256 over the row numbers, as 8 bytes each, big-endian.
  private static String hash(Order order, long epoch, long steps) throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    RowNumbers numbers = order.rowNumbers(epoch);
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
    for (long step = 0; step < steps; step++) {
      for (long row : numbers.of(order.slice(step, 0, 1))) {
        digest.update(bytes.putLong(0, row).array());
      }
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }
}
