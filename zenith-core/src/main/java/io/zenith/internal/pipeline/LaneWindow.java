package io.zenith.internal.pipeline;

import io.zenith.internal.order.Piece;
import io.zenith.internal.order.Window;
import java.io.IOException;
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

  /// Adds the record batches that the rows come from to a list.
  ///
  /// @return where those of each piece begin there
  int[] addTo(List<T> batches) throws IOException {
    int[] places = new int[splits.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = batches.size();
      batches.addAll(splits.get(i).batches());
    }
    return places;
  }

  /// Adds the rows of some indices to a picker.
  ///
  /// @param places where the record batches of each piece begin in the list that it knows
  /// @param numbers gets the number of each row in the dataset, from `at` on
  void pick(long index, int count, RowPicker<T> picker, int[] places, long[] numbers, int at) {
    window.offsets(index, count, numbers, at);
    for (int i = at; i < at + count; i++) {
      int place = window.pieceAt(numbers[i]);
      Piece piece = window.pieces().get(place);
      long ahead = numbers[i] - piece.offset();
      numbers[i] = splits.get(place).add(picker, places[place], piece.from() + ahead);
    }
  }
}
