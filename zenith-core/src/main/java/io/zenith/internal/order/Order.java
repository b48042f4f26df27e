package io.zenith.internal.order;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Which rows are in a step of an epoch, for a rank: a pure function of the rows of the splits and
/// an [OrderSpec]. `docs/order.md` defines it to the bit.
///
/// It keeps no list of rows. Immutable, so any thread may ask. Counts and numbers are 64-bit.
public final class Order {
  /// The version of the definition. Orders of two versions differ.
  public static final int VERSION = 1;

  private final long rows;
  private final OrderSpec spec;
  private final Permutations permutations;

  /// None in a global shuffle, which knows no blocks.
  private final Optional<Lanes> lanes;

  private Order(long rows, OrderSpec spec, Permutations permutations, Optional<Lanes> lanes) {
    this.rows = rows;
    this.spec = spec;
    this.permutations = permutations;
    this.lanes = lanes;
  }

  /// The order of the rows of these blocks. It costs one pass over the blocks.
  public static Order of(Blocks blocks, OrderSpec spec) {
    Permutations permutations = new Permutations(spec.kind() != ShuffleKind.NONE, spec.seed());
    Optional<Lanes> lanes =
        spec.kind() == ShuffleKind.GLOBAL
            ? Optional.empty()
            : Optional.of(new Lanes(blocks, permutations.blocks(blocks.count()), spec.lanes()));
    return new Order(blocks.rows(), spec, permutations, lanes);
  }

  /// What it is made of, besides the rows.
  public OrderSpec spec() {
    return spec;
  }

  /// All rows, delivered or not.
  public long rows() {
    return rows;
  }

  /// Steps in an epoch, the same for all ranks.
  public long steps() {
    return switch (spec.end()) {
      case DROP -> rows / spec.globalBatch();
      case KEEP, PAD -> Math.ceilDiv(rows, spec.globalBatch());
    };
  }

  /// Rows that an epoch delivers over all ranks, each of them once: padding is not counted. Their
  /// positions are those below this number.
  public long delivered() {
    return spec.end() == End.DROP ? rows - rows % spec.globalBatch() : rows;
  }

  /// How many lanes there are.
  public int lanes() {
    return spec.lanes();
  }

  /// The position in an epoch of an index of a lane.
  public long position(int lane, long index) {
    return index * spec.lanes() + lane;
  }

  /// How many indices of a lane have positions below `end`.
  long indices(int lane, long end) {
    return Math.ceilDiv(Math.max(0, end - lane), (long) spec.lanes());
  }

  /// How many rows a rank takes of a step, with padding.
  ///
  /// @throws IndexOutOfBoundsException if there is no such step or rank
  public long rows(long step, int rank, int world) {
    Objects.checkIndex(rank, world);
    long first = Objects.checkIndex(step, steps()) * spec.globalBatch();
    long count = Math.min(spec.globalBatch(), rows - first);
    long all = spec.end() == End.PAD ? spec.globalBatch() : count;
    return share(all, rank + 1, world) - share(all, rank, world);
  }

  /// What a rank takes of a step, in any epoch.
  ///
  /// @throws IndexOutOfBoundsException if there is no such step or rank
  public Slice slice(long step, int rank, int world) {
    Objects.checkIndex(rank, world);
    long first = Objects.checkIndex(step, steps()) * spec.globalBatch();
    long count = Math.min(spec.globalBatch(), rows - first);
    long all = spec.end() == End.PAD ? spec.globalBatch() : count;
    long from = share(all, rank, world);
    long to = share(all, rank + 1, world);
    List<LaneRange> taken = new ArrayList<>();
    addRanges(first, count, Math.min(from, count), Math.min(to, count), taken);
    List<LaneRange> padding = new ArrayList<>();
    for (long i = Math.max(from, count); i < to; ) {
      long begin = i % count;
      long size = Math.min(count - begin, to - i);
      addRanges(first, count, begin, begin + size, padding);
      i += size;
    }
    return new Slice(taken, padding);
  }

  /// rank x all / world, rounded down, without the overflow of the product.
  private static long share(long all, int rank, int world) {
    return rank * (all / world) + rank * (all % world) / world;
  }

  /// Adds the rows `[from, to)` of a step, sorted by lane and index, as ranges.
  private void addRanges(long first, long count, long from, long to, List<LaneRange> ranges) {
    long before = 0;
    for (int lane = 0; lane < spec.lanes() && before < to; lane++) {
      long index = indices(lane, first);
      long size = indices(lane, first + count) - index;
      long begin = Math.max(from - before, 0);
      long end = Math.min(to - before, size);
      if (begin < end) {
        ranges.add(new LaneRange(lane, index + begin, end - begin));
      }
      before += size;
    }
  }

  /// A lane in an epoch, with its windows. It costs one pass over the pieces of the lane: keep it.
  ///
  /// @throws IllegalStateException if rows are shuffled globally, so that there are no windows
  /// @throws IndexOutOfBoundsException if there is no such epoch or lane
  public LaneOrder lane(long epoch, int lane) {
    Lanes all =
        lanes.orElseThrow(() ->
            new IllegalStateException("a global shuffle has no windows; ask for row numbers"));
    return new LaneOrder(
        all,
        permutations,
        Objects.checkIndex(epoch, Long.MAX_VALUE),
        Objects.checkIndex(lane, spec.lanes()),
        Math.ceilDiv(spec.window(), (long) spec.lanes()));
  }

  /// The row numbers of an epoch.
  ///
  /// @throws IndexOutOfBoundsException if there is no such epoch
  public RowNumbers rowNumbers(long epoch) {
    Objects.checkIndex(epoch, Long.MAX_VALUE);
    return new RowNumbers(
        this,
        epoch,
        lanes.isPresent() ? Optional.empty() : Optional.of(permutations.positions(epoch, rows)));
  }
}
