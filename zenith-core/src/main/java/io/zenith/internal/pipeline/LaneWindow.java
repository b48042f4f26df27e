package io.zenith.internal.pipeline;

import io.zenith.internal.order.Piece;
import io.zenith.internal.order.Window;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A window of a lane, and the splits that its pieces are of.
///
/// @param window the window
/// @param splits the split of each piece
/// @param <T> a record batch, as bound for the consumer
record LaneWindow<T>(Window window, List<LoadedSplit<T>> splits) {

  /// The split of the last piece, if another piece follows it there.
  @Nullable LoadedSplit<T> goesOn(Piece piece) {
    Piece last = window.pieces().getLast();
    boolean follows = last.split() == piece.split() && last.from() + last.count() == piece.from();
    return follows ? splits.getLast() : null;
  }

  boolean holds(long index) {
    return index >= window.from() && index < end();
  }

  /// Behind the last index in the lane.
  long end() {
    return window.from() + window.rows();
  }
}
