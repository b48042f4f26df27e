package io.zenith.internal.order;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The row numbers of an epoch: for traces, receipts, and whoever reads rows at random.
///
/// It remembers the window of each lane that it looked at last, so it is for one thread.
public final class RowNumbers {
  private static final int CHUNK = 4096;

  private final Order order;
  private final long epoch;
  private final Optional<Permutation> global;
  private final Map<Integer, LaneOrder> lanes = new HashMap<>();
  private final Map<Integer, Window> open = new HashMap<>();

  RowNumbers(Order order, long epoch, Optional<Permutation> global) {
    this.order = order;
    this.epoch = epoch;
    this.global = global;
  }

  /// The row numbers of a slice, then those of its padding.
  public long[] of(Slice slice) {
    long[] rows = new long[Math.toIntExact(slice.rowCount() + slice.paddingCount())];
    int filled = 0;
    for (List<LaneRange> ranges : List.of(slice.rows(), slice.padding())) {
      for (LaneRange range : ranges) {
        put(range, rows, filled);
        filled += (int) range.count();
      }
    }
    return rows;
  }

  /// Puts the row numbers of a range into `out`, from `at` on.
  ///
  /// @throws IndexOutOfBoundsException if the range is not in its lane, or `out` is too short
  public void put(LaneRange range, long[] out, int at) {
    Objects.checkIndex(range.lane(), order.lanes());
    Objects.checkFromIndexSize(
        range.from(), range.count(), order.indices(range.lane(), order.rows()));
    int count = Math.toIntExact(range.count());
    if (global.isPresent()) {
      for (int i = 0; i < count; i++) {
        out[at + i] = order.position(range.lane(), range.from() + i);
      }
      global.get().apply(out, at, count);
      return;
    }
    for (int done = 0; done < count; ) {
      long index = range.from() + done;
      Window window = window(range.lane(), index);
      int size = (int) Math.min(count - done, window.from() + window.rows() - index);
      window.rowNumbers(index, size, out, at + done);
      done += size;
    }
  }

  private Window window(int lane, long index) {
    LaneOrder laneOrder = lanes.computeIfAbsent(lane, key -> order.lane(epoch, key));
    long number = index / laneOrder.windowRows();
    Window last = open.get(lane);
    if (last != null && last.number() == number) {
      return last;
    }
    Window next =
        last != null && last.number() + 1 == number
            ? laneOrder.after(last)
            : laneOrder.window(number);
    open.put(lane, next);
    return next;
  }

  /// Shows all rows that are delivered in this epoch, over all ranks and without padding: lane by
  /// lane, each lane in its order.
  public void forEach(RowVisitor visitor) {
    long[] rows = new long[CHUNK];
    for (int lane = 0; lane < order.lanes(); lane++) {
      long count = order.indices(lane, order.delivered());
      for (long from = 0; from < count; from += CHUNK) {
        LaneRange range = new LaneRange(lane, from, Math.min(CHUNK, count - from));
        put(range, rows, 0);
        visitor.visit(range, rows);
      }
    }
  }
}
