package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.order.Blocks;
import io.zenith.internal.order.End;
import io.zenith.internal.order.LaneOrder;
import io.zenith.internal.order.Order;
import io.zenith.internal.order.OrderSpec;
import io.zenith.internal.order.Piece;
import io.zenith.internal.order.ShuffleKind;
import io.zenith.spi.Projection;
import io.zenith.spi.Split;
import io.zenith.testkit.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// What windows are said to need is never less than what they take, or reading would stop for good.
class WindowNeedTest {

  private record Sized(long rows, long bytes) implements Split {
    @Override
    public long decodedBytes(List<Projection> columns) {
      return bytes;
    }

    @Override
    public String identity() {
      return toString();
    }

    @Override
    public boolean randomAccess() {
      return false;
    }
  }

  private static List<FileSplit> splits(SplittableRandom random) {
    List<FileSplit> splits = new ArrayList<>();
    boolean huge = random.nextInt(4) == 0;
    for (int i = random.nextInt(40); i >= 0; i--) {
      long rows = huge ? random.nextLong(1L << 23) : random.nextLong(1 + (1L << random.nextInt(8)));
      splits.add(new FileSplit(0, new Sized(rows, random.nextLong(1L << 30)), 0, List.of()));
    }
    return splits;
  }

  private static Order order(SplittableRandom random, List<FileSplit> splits) {
    Blocks blocks = Blocks.of(splits.stream().mapToLong(split -> split.split().rows()).toArray());
    long rows = Math.max(1, blocks.rows());
    long window = 1 + random.nextLong(random.nextBoolean() ? rows : Math.max(1, rows / 10));
    int lanes = 1 + random.nextInt(random.nextBoolean() ? 1 : 20);
    ShuffleKind kind = random.nextInt(4) == 0 ? ShuffleKind.NONE : ShuffleKind.WINDOWED;
    return Order.of(
        blocks,
        new OrderSpec(
            kind, random.nextLong(), window, lanes, 1 + random.nextLong(2 * window), End.KEEP));
  }

  @Test
  void itIsEnoughForAllWindowsThatAGroupMayTouch() {
    Property.check(
        400,
        (random, _) -> {
          List<FileSplit> splits = splits(random);
          Order order = order(random, splits);
          long batch = order.spec().globalBatch();
          int steps = 1 + random.nextInt((int) Math.max(1, WindowNeed.span(order) / batch));
          long touched = Math.ceilDiv(steps * batch, WindowNeed.span(order)) + 1;
          long needed = WindowNeed.bytes(order, splits, steps);
          for (int epoch = 0; epoch < 2; epoch++) {
            long taken = mostTaken(order, epoch, splits, touched);
            assertTrue(taken <= needed, () -> taken + " bytes are taken of " + needed);
          }
        });
  }

  /// The most that so many windows of all lanes take, where a piece that goes on in the next window
  /// is read once.
  private static long mostTaken(Order order, int epoch, List<FileSplit> splits, long touched) {
    List<List<List<Piece>>> lanes = new ArrayList<>();
    for (int lane = 0; lane < order.lanes(); lane++) {
      LaneOrder laneOrder = order.lane(epoch, lane);
      List<List<Piece>> windows = new ArrayList<>();
      for (long number = 0; number < Math.min(200, laneOrder.windows()); number++) {
        windows.add(laneOrder.window(number).pieces());
      }
      lanes.add(windows);
    }
    long most = 0;
    for (int from = 0; from < lanes.getFirst().size(); from++) {
      long taken = 0;
      for (List<List<Piece>> windows : lanes) {
        int end = (int) Math.min(windows.size(), from + touched);
        taken += taken(windows.subList(Math.min(from, end), end), splits);
      }
      most = Math.max(most, taken);
    }
    return most;
  }

  private static long taken(List<List<Piece>> windows, List<FileSplit> splits) {
    long taken = 0;
    Piece last = new Piece(-1, 0, 0, 0, 0);
    for (Piece piece : windows.stream().flatMap(List::stream).toList()) {
      if (piece.split() != last.split() || piece.from() != last.from() + last.count()) {
        taken += Budget.grantFor(splits.get(piece.split()).bytes());
      }
      last = piece;
    }
    return taken;
  }

  @Test
  void aWindowOfMoreRowsThanThereCanBeIsOneOfAllRows() {
    Blocks blocks = Blocks.of(100, 200);
    for (int lanes : new int[] {1, 3, 16}) {
      Order order =
          Order.of(
              blocks, new OrderSpec(ShuffleKind.WINDOWED, 1, Long.MAX_VALUE, lanes, 16, End.KEEP));
      assertEquals(Math.ceilDiv(300L, lanes) * lanes, WindowNeed.span(order));
    }
  }
}
