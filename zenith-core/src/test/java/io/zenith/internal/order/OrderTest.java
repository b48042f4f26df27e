package io.zenith.internal.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OrderTest {
  /// Stands for 2^20, so that cut splits are small.
  private static final int LARGEST_BLOCK = 16;

  private static final List<ShuffleKind> KINDS = List.of(ShuffleKind.values());
  private static final List<End> ENDS = List.of(End.values());

  private static long[] randomSplits(SplittableRandom random) {
    long[] sizes = {
      0, 0, 1, 2, 7, LARGEST_BLOCK - 1, LARGEST_BLOCK, LARGEST_BLOCK + 1, 3 * LARGEST_BLOCK + 2
    };
    return random.ints(random.nextInt(20), 0, sizes.length).mapToLong(i -> sizes[i]).toArray();
  }

  private static OrderSpec randomSpec(SplittableRandom random) {
    return new OrderSpec(
        KINDS.get(random.nextInt(3)),
        random.nextInt(3) == 0 ? 0 : random.nextLong(),
        1 + random.nextLong(1L << random.nextInt(1, 9)),
        random.nextInt(1, 17),
        random.nextInt(1, 1 + (1 << random.nextInt(8))),
        ENDS.get(random.nextInt(3)));
  }

  private static Order order(Reference reference) {
    return Order.of(
        Blocks.of(
            reference.splitRows().stream().mapToLong(Long::longValue).toArray(),
            reference.largestBlock()),
        reference.spec());
  }

  private static List<Long> rows(RowNumbers numbers, Slice slice) {
    return Arrays.stream(numbers.of(slice)).boxed().toList();
  }

  @Test
  void isWhatTheDefinitionSays() {
    Property.check(
        1000,
        (random, _) -> {
          Reference reference =
              new Reference(
                  Arrays.stream(randomSplits(random)).boxed().toList(),
                  LARGEST_BLOCK,
                  randomSpec(random));
          Order order = order(reference);
          long epoch = random.nextInt(3);
          List<Long> expected = reference.epoch(epoch);
          assertEquals(expected.size(), order.rows());
          assertEquals(reference.steps(), order.steps());
          int world = random.nextInt(1, 17);
          RowNumbers numbers = order.rowNumbers(epoch);
          for (int step = 0; step < order.steps(); step++) {
            for (int rank = 0; rank < world; rank++) {
              Slice slice = order.slice(step, rank, world);
              Reference.Rows rows = reference.step(expected, step, rank, world);
              assertEquals(rows.rows(), rows(numbers, slice));
              assertEquals(rows.padding(), slice.paddingCount());
            }
          }
        });
  }

  @Test
  void anEpochShowsEachDeliveredPositionOnce() {
    Property.check(
        200,
        (random, _) -> {
          Reference reference =
              new Reference(
                  Arrays.stream(randomSplits(random)).boxed().toList(),
                  LARGEST_BLOCK,
                  randomSpec(random));
          Order order = order(reference);
          long[] rows = new long[(int) order.delivered()];
          Arrays.fill(rows, -1);
          order
              .rowNumbers(1)
              .forEach((range, numbers) -> {
                for (int i = 0; i < range.count(); i++) {
                  int p = (int) order.position(range.lane(), range.from() + i);
                  assertEquals(-1, rows[p]);
                  rows[p] = numbers[i];
                }
              });
          List<Long> expected = reference.epoch(1);
          assertEquals(expected.subList(0, rows.length), Arrays.stream(rows).boxed().toList());
          long undelivered = order.rows() - order.delivered();
          assertEquals(
              order.spec().end() == End.DROP ? order.rows() % order.spec().globalBatch() : 0,
              undelivered);
        });
  }

  @Test
  void ranksUniteToOneRankAndEachRowComesOnce() {
    Property.check(
        200,
        (random, _) -> {
          Order order =
              Order.of(Blocks.of(randomSplits(random), LARGEST_BLOCK), randomSpec(random));
          int world = random.nextInt(1, 17);
          RowNumbers numbers = order.rowNumbers(random.nextLong(Long.MAX_VALUE));
          Set<Long> seen = new HashSet<>();
          for (long step = 0; step < order.steps(); step++) {
            List<Long> united = new ArrayList<>();
            for (int rank = 0; rank < world; rank++) {
              Slice slice = order.slice(step, rank, world);
              united.addAll(rows(numbers, slice));
              for (long row : numbers.of(new Slice(slice.rows(), List.of()))) {
                assertTrue(seen.add(row), () -> "twice: " + row);
              }
            }
            assertEquals(rows(numbers, order.slice(step, 0, 1)), united);
          }
          assertEquals(order.delivered(), seen.size());
        });
  }

  @Test
  void lanesAreTheSameInEveryEpochAndPiecesAndRowsAreNot() {
    Order order =
        Order.of(
            Blocks.of(LongStream.range(0, 60).map(i -> 10 + i).toArray()),
            new OrderSpec(ShuffleKind.WINDOWED, 7, 64, 4, 32, End.KEEP));
    List<List<Long>> first = laneRows(order, 0);
    for (long epoch : new long[] {1, 2, 1000, Long.MAX_VALUE - 1}) {
      List<List<Long>> other = laneRows(order, epoch);
      for (int lane = 0; lane < 4; lane++) {
        assertTrue(!first.get(lane).equals(other.get(lane)));
        assertEquals(new HashSet<>(first.get(lane)), new HashSet<>(other.get(lane)));
      }
    }
  }

  private static List<List<Long>> laneRows(Order order, long epoch) {
    List<List<Long>> lanes = new ArrayList<>();
    for (int lane = 0; lane < order.lanes(); lane++) {
      long[] rows = new long[(int) order.lane(epoch, lane).rows()];
      order.rowNumbers(epoch).put(new LaneRange(lane, 0, rows.length), rows, 0);
      lanes.add(Arrays.stream(rows).boxed().toList());
    }
    return lanes;
  }

  @Test
  void aRankReadsItsOwnLanesWhereAllDivide() {
    for (int world : new int[] {1, 2, 4, 8, 16}) {
      Order order =
          Order.of(
              Blocks.of(1000, 37, 512),
              new OrderSpec(ShuffleKind.WINDOWED, 1, 256, 16, 64, End.DROP));
      for (int rank = 0; rank < world; rank++) {
        int own = 16 / world;
        for (long step = 0; step < order.steps(); step++) {
          for (LaneRange range : order.slice(step, rank, world).rows()) {
            assertEquals(rank, range.lane() / own);
            assertEquals(4, range.count());
          }
        }
      }
    }
  }

  @Test
  void whatIsNotShuffledComesInFileOrder() {
    Order order =
        Order.of(
            Blocks.of(3, 0, 1 << 21, 5), new OrderSpec(ShuffleKind.NONE, 9, 100, 1, 7, End.KEEP));
    assertArrayEquals(
        LongStream.range(700, 707).toArray(), order.rowNumbers(3).of(order.slice(100, 0, 1)));
    long last = order.steps() - 1;
    assertArrayEquals(
        LongStream.range(last * 7, order.rows()).toArray(),
        order.rowNumbers(3).of(order.slice(last, 0, 1)));
  }

  @Test
  void aPaddedStepRepeatsItsOwnRowsFromItsStart() {
    Order order = Order.of(Blocks.of(11), new OrderSpec(ShuffleKind.NONE, 0, 8, 1, 8, End.PAD));
    RowNumbers numbers = order.rowNumbers(0);
    assertEquals(2, order.steps());
    assertEquals(11, order.delivered());
    assertArrayEquals(new long[] {8, 9, 10, 8, 9, 10, 8, 9}, numbers.of(order.slice(1, 0, 1)));
    assertEquals(5, order.slice(1, 0, 1).paddingCount());
    assertArrayEquals(new long[] {8, 9, 10, 8}, numbers.of(order.slice(1, 0, 2)));
    assertEquals(1, order.slice(1, 0, 2).paddingCount());
    assertArrayEquals(new long[] {9, 10, 8, 9}, numbers.of(order.slice(1, 1, 2)));
    assertEquals(0, order.slice(1, 1, 2).rowCount());
  }

  @Test
  void anEmptyDatasetHasNoSteps() {
    for (ShuffleKind kind : ShuffleKind.values()) {
      for (End end : End.values()) {
        Order order = Order.of(Blocks.of(0, 0), new OrderSpec(kind, 1, 100, 3, 8, end));
        assertEquals(0, order.steps());
        order.rowNumbers(0).forEach((range, _) -> assertEquals(0, range.count()));
        assertThrows(IndexOutOfBoundsException.class, () -> order.slice(0, 0, 1));
      }
    }
  }

  @Test
  void whatIsNotThereIsRefused() {
    OrderSpec spec = new OrderSpec(ShuffleKind.WINDOWED, 1, 8, 2, 4, End.KEEP);
    Order order = Order.of(Blocks.of(10), spec);
    assertThrows(IndexOutOfBoundsException.class, () -> order.slice(3, 0, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> order.slice(-1, 0, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> order.slice(0, 2, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> order.slice(0, -1, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> order.lane(0, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> order.lane(-1, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> order.rowNumbers(-1));
    for (ShuffleKind kind : ShuffleKind.values()) {
      RowNumbers numbers =
          Order.of(Blocks.of(10), new OrderSpec(kind, 1, 8, 2, 4, End.KEEP)).rowNumbers(0);
      long[] out = new long[10];
      for (LaneRange range :
          List.of(
              new LaneRange(2, 0, 1),
              new LaneRange(-1, 0, 1),
              new LaneRange(1, 5, 1),
              new LaneRange(0, 3, 3),
              new LaneRange(0, -1, 1))) {
        assertThrows(IndexOutOfBoundsException.class, () -> numbers.put(range, out, 0));
      }
    }
    assertEquals(
        "a global shuffle has no windows; ask for row numbers",
        assertThrows(
                IllegalStateException.class,
                () ->
                    Order.of(Blocks.of(10), new OrderSpec(ShuffleKind.GLOBAL, 1, 8, 2, 4, End.KEEP))
                        .lane(0, 0))
            .getMessage());
  }

  @Test
  void optionsOutOfTheirLimitsAreRefusedByName() {
    assertEquals("window 0; between 1 and 9223372036854775807", refused(0, 1, 1));
    assertEquals("lanes 0; between 1 and 1048576", refused(1, 0, 1));
    assertEquals("lanes 1048577; between 1 and 1048576", refused(1, 1048577, 1));
    assertEquals("globalBatch -5; between 1 and 1099511627776", refused(1, 1, -5));
    assertEquals(
        "globalBatch 9223372036854775807; between 1 and 1099511627776",
        refused(1, 1, Long.MAX_VALUE));
  }

  private static String refused(long window, int lanes, long globalBatch) {
    return assertThrows(
            IllegalArgumentException.class,
            () -> new OrderSpec(ShuffleKind.NONE, 0, window, lanes, globalBatch, End.KEEP))
        .getMessage();
  }

  @Test
  void theLargestNumbersDoNotOverflow() {
    long most = 1L << 62;
    OrderSpec spec =
        new OrderSpec(ShuffleKind.GLOBAL, 1, Long.MAX_VALUE, 1 << 20, 1L << 40, End.KEEP);
    Order order = Order.of(Blocks.of(new long[] {most - 5}, most), spec);
    assertEquals(1L << 22, order.steps());
    int world = Integer.MAX_VALUE;
    long sum = 0;
    for (int rank : new int[] {0, world / 2, world - 1}) {
      Slice slice = order.slice(order.steps() - 1, rank, world);
      sum += slice.rowCount();
      for (long row : order.rowNumbers(5).of(slice)) {
        assertTrue(row >= 0 && row < most - 5);
      }
    }
    assertTrue(sum >= 3 * ((1L << 40) / world) && sum <= 3 * ((1L << 40) / world + 1));
  }
}
