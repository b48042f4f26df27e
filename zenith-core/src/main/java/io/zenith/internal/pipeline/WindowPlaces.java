package io.zenith.internal.pipeline;

import io.zenith.internal.order.Piece;
import io.zenith.internal.order.Window;
import java.io.IOException;
import java.util.List;

/// Where the rows of a window are among the record batches that a picker knows, for the threads
/// that gather from it. Almost always each piece is in one record batch of which all rows are
/// wanted; then it is as far from an offset in the window to the row as for the rest of the piece.
///
/// @param <T> a record batch, as bound for the consumer
final class WindowPlaces<T> {
  /// Fewer rows are copied faster one by one than as a range.
  static final int LEAST_RUN = 32;

  private final LaneWindow<T> loaded;
  private final Window window;

  /// For each piece, the place of its first record batch.
  private final int[] places;

  // For each piece, what to add to an offset in the window.
  private final long[] toRow;
  private final long[] toNumber;

  private boolean isDirect = true;

  /// Adds the record batches of a window to those that the picker will know.
  WindowPlaces(LaneWindow<T> loaded, List<T> batches) {
    this.loaded = loaded;
    this.window = loaded.window();
    int pieces = window.pieces().size();
    this.places = new int[pieces];
    this.toRow = new long[pieces];
    this.toNumber = new long[pieces];
    for (int i = 0; i < pieces; i++) {
      LoadedSplit<T> split = loaded.splits().get(i);
      Piece piece = window.pieces().get(i);
      places[i] = batches.size();
      toRow[i] = piece.from() - piece.offset();
      toNumber[i] = toRow[i] + split.split().firstRow();
      isDirect &= split.isDirect();
      batches.addAll(split.batches());
    }
  }

  /// Adds the rows of some indices to the picker.
  ///
  /// @param numbers gets the number of each row in the dataset, from `at` on
  void pick(long index, int count, RowPicker<T> picker, long[] numbers, int at) throws IOException {
    if (isDirect && count >= LEAST_RUN && !window.isShuffled()) {
      pickRuns(index, count, picker, numbers, at);
      return;
    }
    window.offsets(index, count, numbers, at);
    for (int i = at; i < at + count; i++) {
      long offset = numbers[i];
      int piece = window.pieceAt(offset);
      if (isDirect) {
        picker.add(places[piece], offset + toRow[piece]);
        numbers[i] = offset + toNumber[piece];
      } else {
        LoadedSplit<T> split = loaded.splits().get(piece);
        numbers[i] = split.add(picker, places[piece], offset + toRow[piece]);
      }
    }
  }

  /// Adds rows that are as they are laid.
  private void pickRuns(long index, int count, RowPicker<T> picker, long[] numbers, int at) {
    long offset = index - window.from();
    int filled = at;
    while (filled < at + count) {
      int place = window.pieceAt(offset);
      Piece piece = window.pieces().get(place);
      int run = (int) Math.min(at + count - filled, piece.offset() + piece.count() - offset);
      picker.add(places[place], offset + toRow[place], run);
      for (int i = 0; i < run; i++) {
        numbers[filled + i] = offset + toNumber[place] + i;
      }
      offset += run;
      filled += run;
    }
  }
}
