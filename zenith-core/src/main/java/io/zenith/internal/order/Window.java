package io.zenith.internal.order;

import java.util.List;
import java.util.Objects;

/// Rows of a lane that are shuffled together: pieces that are laid end to end, and where in them
/// the row of each index lies. Immutable.
public final class Window {
  private final long number;
  private final long from;
  private final long rows;
  private final List<Piece> pieces;
  private final Permutation order;

  private final RangeIndex index;

  // Where the next window begins: the place of a piece, and rows of it that are in this one.
  final long endPlace;
  final long endSkip;

  Window(
      long number,
      long from,
      long rows,
      List<Piece> pieces,
      Permutation order,
      long endPlace,
      long endSkip) {
    this.number = number;
    this.from = from;
    this.rows = rows;
    this.pieces = List.copyOf(pieces);
    this.order = order;
    this.index = new RangeIndex(pieces.stream().mapToLong(p -> p.offset() + p.count()).toArray());
    this.endPlace = endPlace;
    this.endSkip = endSkip;
  }

  /// The number of the window in its lane.
  public long number() {
    return number;
  }

  /// The first of its indices in the lane.
  public long from() {
    return from;
  }

  /// How many rows, and indices, it has.
  public long rows() {
    return rows;
  }

  /// What is laid end to end, and read for this window.
  public List<Piece> pieces() {
    return pieces;
  }

  /// Whether its rows are in another order than they are laid.
  public boolean isShuffled() {
    return order.keys.length > 0;
  }

  /// Puts into `out`, from `at` on, where the rows of consecutive indices lie in the window.
  ///
  /// @param index the first, an index of the lane
  /// @throws IndexOutOfBoundsException if an index is not in this window
  public void offsets(long index, int count, long[] out, int at) {
    long first = Objects.checkFromIndexSize(index - from, count, rows);
    for (int i = 0; i < count; i++) {
      out[at + i] = first + i;
    }
    order.apply(out, at, count);
  }

  /// The place of the piece that has the row at an offset.
  public int pieceAt(long offset) {
    return index.at(offset);
  }

  /// Puts into `out`, from `at` on, the row numbers in the dataset of consecutive indices.
  ///
  /// @param index the first, an index of the lane
  /// @throws IndexOutOfBoundsException if an index is not in this window
  public void rowNumbers(long index, int count, long[] out, int at) {
    offsets(index, count, out, at);
    for (int i = at; i < at + count; i++) {
      Piece piece = pieces.get(pieceAt(out[i]));
      out[i] += piece.firstRow() - piece.offset();
    }
  }
}
