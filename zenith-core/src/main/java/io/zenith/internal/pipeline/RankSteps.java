package io.zenith.internal.pipeline;

import io.zenith.internal.order.End;
import io.zenith.internal.order.LaneRange;
import io.zenith.internal.order.Order;
import io.zenith.internal.order.ShuffleKind;
import io.zenith.internal.order.Slice;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What one rank takes of an order.
public final class RankSteps {
  private final Order order;
  private final int rank;
  private final int world;

  /// Rows of this rank in every step but the last one, which may be short.
  private final int fullRows;

  private final int lastRows;
  private final boolean inFileOrder;

  /// @param order the order, the same for all ranks
  /// @param isAllInFiles whether the order counts all rows of the files, in their order
  /// @param rank this rank
  /// @param world how many there are
  /// @throws IllegalArgumentException if a rank has more rows in a step than an array can count
  public RankSteps(Order order, boolean isAllInFiles, int rank, int world) {
    this.order = order;
    this.rank = rank;
    this.world = world;
    this.fullRows = order.steps() == 0 ? 0 : count(0);
    this.lastRows = order.steps() == 0 ? 0 : count(order.steps() - 1);
    this.inFileOrder =
        order.spec().kind() == ShuffleKind.NONE
            && isAllInFiles
            && order.lanes() == 1
            && world == 1
            && (order.spec().end() != End.PAD || order.rows() % order.spec().globalBatch() == 0);
  }

  private int count(long step) {
    long count = order.rows(step, rank, world);
    if (count > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "globalBatch %,d gives %,d rows to rank %d of %d; a batch has at most 2^31 - 1",
              order.spec().globalBatch(),
              count,
              rank,
              world));
    }
    return (int) count;
  }

  /// The order, the same for all ranks.
  public Order order() {
    return order;
  }

  /// Steps in an epoch.
  public long count() {
    return order.steps();
  }

  /// What this rank takes of a step.
  public Slice slice(long step) {
    return order.slice(step, rank, world);
  }

  /// Rows that this rank takes of a step, with padding.
  public int rows(long step) {
    return step == count() - 1 ? lastRows : fullRows;
  }

  /// Whether batches are what stands in the files, one row after the other.
  public boolean areInFileOrder() {
    return inFileOrder;
  }

  /// The lanes whose rows this rank may take in steps `[from, end)`: its own, where each rank has
  /// its own, else all. Of a last step that is short, ranks take rows of other lanes as well.
  NavigableSet<Integer> lanes(long from, long end) {
    int all = order.lanes();
    if (all % world != 0 || order.spec().globalBatch() % all != 0) {
      return lanes(0, all);
    }
    int own = all / world;
    NavigableSet<Integer> lanes = lanes(rank * own, (rank + 1) * own);
    if (end == count()) {
      Slice last = slice(count() - 1);
      Stream.of(last.rows(), last.padding())
          .flatMap(List::stream)
          .mapToInt(LaneRange::lane)
          .forEach(lanes::add);
    }
    return lanes;
  }

  private static NavigableSet<Integer> lanes(int from, int end) {
    return new TreeSet<>(IntStream.range(from, end).boxed().toList());
  }
}
