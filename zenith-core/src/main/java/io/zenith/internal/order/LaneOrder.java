package io.zenith.internal.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// A lane in one epoch: its pieces, laid end to end in an order of the epoch and cut into windows.
///
/// Making it costs one pass over the pieces. Where a piece begins is kept for some of them only, so
/// that memory stays small. Immutable.
public final class LaneOrder {
  /// All lanes together keep about so many sums: 32 KiB.
  private static final long SUMS = 4096;

  /// Pieces that are looked at together in the one pass.
  private static final int CHUNK = 512;

  private final Lanes lanes;
  private final Permutations permutations;
  private final long epoch;
  private final int lane;
  private final long rows;
  private final long windowRows;
  private final Permutation order;

  /// Rows before each piece whose place is a multiple of the interval, a power of two.
  private final long[] sums;

  private final int interval;

  LaneOrder(Lanes lanes, Permutations permutations, long epoch, int lane, long windowRows) {
    this.lanes = lanes;
    this.permutations = permutations;
    this.epoch = epoch;
    this.lane = lane;
    this.windowRows = windowRows;
    this.order = permutations.pieces(epoch, lane, lanes.pieces(lane));
    this.interval = interval(lanes.blocks.count());
    this.sums = new long[Math.toIntExact(Math.ceilDiv(lanes.pieces(lane), (long) interval))];
    this.rows = sum();
  }

  private static int interval(long blocks) {
    return Math.toIntExact(Long.highestOneBit(Math.max(1, 2 * (blocks - 1) / SUMS)));
  }

  private long sum() {
    long before = 0;
    Scan scan = new Scan(CHUNK);
    for (long place = 0; place < lanes.pieces(lane); place += CHUNK) {
      int count = scan.load(place);
      for (int i = 0; i < count; i++) {
        if ((place + i & interval - 1) == 0) {
          sums[(int) ((place + i) / interval)] = before;
        }
        before += scan.sizes[i];
      }
    }
    return before;
  }

  /// The rows of pieces as they are laid, many at a time.
  private final class Scan {
    final long[] sizes;
    private final long[] pieces;
    private final Walk walk;

    Scan(int most) {
      this.sizes = new long[most];
      this.pieces = new long[most];
      this.walk = new Walk(most);
    }

    /// Goes to a place.
    ///
    /// @return how many pieces there are from it on, at most those that fit
    int load(long place) {
      int count = (int) Math.min(sizes.length, lanes.pieces(lane) - place);
      for (int i = 0; i < count; i++) {
        pieces[i] = place + i;
      }
      order.apply(pieces, 0, count, walk);
      for (int i = 0; i < count; i++) {
        sizes[i] = lanes.place(lane, pieces[i]);
      }
      lanes.blockRows(sizes, count, walk);
      for (int i = 0; i < count; i++) {
        sizes[i] = lanes.pieceRows(lane, pieces[i], sizes[i]);
      }
      return count;
    }
  }

  /// The rows of the lane, the same in every epoch.
  public long rows() {
    return rows;
  }

  /// The rows of a window; the last one may have less.
  public long windowRows() {
    return windowRows;
  }

  /// How many windows there are.
  public long windows() {
    return Math.ceilDiv(rows, windowRows);
  }

  /// A window: microseconds, for any dataset.
  ///
  /// @throws IndexOutOfBoundsException if there is no such window
  public Window window(long number) {
    long index = Objects.checkIndex(number, windows()) * windowRows;
    int found = Arrays.binarySearch(sums, index);
    int sample = found >= 0 ? found : -found - 2;
    long before = sums[sample];
    Scan scan = new Scan(interval);
    int count = scan.load((long) sample * interval);
    int i = 0;
    while (i < count && before + scan.sizes[i] <= index) {
      before += scan.sizes[i++];
    }
    return cut(number, (long) sample * interval + i, index - before);
  }

  /// The window after another one of this lane and epoch, without looking for it: all windows in
  /// turn cost no more than their pieces.
  ///
  /// @throws IndexOutOfBoundsException if it was the last
  public Window after(Window window) {
    return cut(Objects.checkIndex(window.number() + 1, windows()), window.endPlace, window.endSkip);
  }

  /// @param place of the first piece
  /// @param skip rows of it that belong to the window before
  private Window cut(long number, long place, long skip) {
    long from = number * windowRows;
    long size = Math.min(windowRows, rows - from);
    List<Piece> pieces = new ArrayList<>();
    long laid = 0;
    while (laid < size) {
      long piece = order.at(place);
      long block = lanes.block(lane, piece);
      long left = lanes.pieceRows(lane, piece, lanes.blocks.rows(block)) - skip;
      long count = Math.min(left, size - laid);
      pieces.add(lanes.blocks.piece(block, lanes.skip(lane, piece) + skip, count, laid));
      laid += count;
      skip = count < left ? skip + count : 0;
      place += count < left ? 0 : 1;
    }
    Permutation within = permutations.rows(epoch, lane, number, size);
    return new Window(number, from, size, pieces, within, place, skip);
  }
}
