package io.zenith.internal.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LaneOrderTest {
  /// More blocks than there are sums of them, so that windows are found between the sums.
  @Test
  void windowsOfManyBlocksAreWhatTheDefinitionSays() {
    Property.check(
        6,
        (random, _) -> {
          long[] splits = random.longs(random.nextInt(8_000, 40_000), 0, 4).toArray();
          OrderSpec spec =
              new OrderSpec(
                  random.nextInt(4) == 0 ? ShuffleKind.NONE : ShuffleKind.WINDOWED,
                  random.nextLong(),
                  random.nextInt(1, 5000),
                  random.nextInt(1, 6),
                  16,
                  End.KEEP);
          Order order = Order.of(Blocks.of(splits, 2), spec);
          List<Long> expected =
              new Reference(Arrays.stream(splits).boxed().toList(), 2, spec).epoch(9);
          for (int lane = 0; lane < spec.lanes(); lane++) {
            LaneOrder laneOrder = order.lane(9, lane);
            for (int i = 0; i < 200 && laneOrder.windows() > 0; i++) {
              Window window = laneOrder.window(random.nextLong(laneOrder.windows()));
              long[] rows = new long[(int) window.rows()];
              window.rowNumbers(window.from(), rows.length, rows, 0);
              for (int k = 0; k < rows.length; k++) {
                int position = (int) order.position(lane, window.from() + k);
                assertEquals(expected.get(position), rows[k]);
              }
            }
          }
        });
  }

  @Test
  void windowsInTurnAreThoseByNumber() {
    Property.check(
        100,
        (random, _) -> {
          long[] splits = random.longs(random.nextInt(1, 50), 0, 200).toArray();
          Order order =
              Order.of(
                  Blocks.of(splits, 64),
                  new OrderSpec(
                      ShuffleKind.WINDOWED,
                      random.nextLong(),
                      random.nextInt(1, 500),
                      random.nextInt(1, 6),
                      16,
                      End.KEEP));
          LaneOrder lane = order.lane(2, order.lanes() - 1);
          if (lane.windows() == 0) {
            return;
          }
          Window window = lane.window(0);
          for (long number = 1; number < lane.windows(); number++) {
            window = lane.after(window);
            Window byNumber = lane.window(number);
            assertEquals(byNumber.number(), window.number());
            assertEquals(byNumber.from(), window.from());
            assertEquals(byNumber.rows(), window.rows());
            assertEquals(byNumber.pieces(), window.pieces());
          }
          Window last = window;
          assertThrows(IndexOutOfBoundsException.class, () -> lane.after(last));
          assertThrows(IndexOutOfBoundsException.class, () -> lane.window(lane.windows()));
          assertThrows(IndexOutOfBoundsException.class, () -> lane.window(-1));
        });
  }

  @Test
  void piecesLieEndToEndAndOffsetsPointIntoThem() {
    long[] splits = {100, 0, 30, 1, 64, 500};
    Order order =
        Order.of(
            Blocks.of(splits, 64), new OrderSpec(ShuffleKind.WINDOWED, 0, 100, 3, 16, End.KEEP));
    List<Long> read = new ArrayList<>();
    for (int lane = 0; lane < 3; lane++) {
      LaneOrder laneOrder = order.lane(4, lane);
      assertEquals(34, laneOrder.windowRows());
      for (long number = 0; number < laneOrder.windows(); number++) {
        Window window = laneOrder.window(number);
        List<Long> laid = new ArrayList<>();
        for (Piece piece : window.pieces()) {
          assertEquals(laid.size(), piece.offset());
          long rowsBefore = Arrays.stream(splits).limit(piece.split()).sum();
          assertEquals(rowsBefore + piece.from(), piece.firstRow());
          assertTrue(piece.from() + piece.count() <= splits[piece.split()]);
          LongStream.range(0, piece.count()).forEach(i -> laid.add(piece.firstRow() + i));
        }
        assertEquals(window.rows(), laid.size());
        long[] offsets = new long[laid.size()];
        long[] rows = new long[laid.size()];
        window.offsets(window.from(), laid.size(), offsets, 0);
        window.rowNumbers(window.from(), laid.size(), rows, 0);
        for (int i = 0; i < offsets.length; i++) {
          assertEquals(laid.get((int) offsets[i]), rows[i]);
        }
        Arrays.sort(offsets);
        assertArrayEquals(LongStream.range(0, laid.size()).toArray(), offsets);
        read.addAll(laid);
      }
    }
    read.sort(null);
    assertEquals(LongStream.range(0, 695).boxed().toList(), read);
  }

  @Test
  void indicesOutsideOfTheWindowAreRefused() {
    Order order =
        Order.of(Blocks.of(100), new OrderSpec(ShuffleKind.WINDOWED, 0, 10, 1, 4, End.KEEP));
    Window window = order.lane(0, 0).window(3);
    long[] out = new long[20];
    assertThrows(IndexOutOfBoundsException.class, () -> window.offsets(29, 1, out, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> window.offsets(40, 1, out, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> window.offsets(39, 2, out, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> window.rowNumbers(30, -1, out, 0));
  }
}
