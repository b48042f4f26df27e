package io.zenith.internal.order;

import java.util.List;

/// Finds the piece of a window that an offset is in, for each row that is gathered. Immutable.
///
/// Offsets are random, so that a branch on them is mispredicted half of the time: a binary search
/// over two pieces takes longer than copying the row does. So the window is cut into parts of one
/// size, of which most lie in one piece, and the first piece of each part is kept.
final class PieceIndex {
  /// Few parts have the end of a piece in them.
  private static final int PARTS_OF_PIECE = 16;

  private final int shift;
  private final int[] firsts;

  /// Behind the last row of each piece.
  private final long[] ends;

  /// @param pieces laid end to end
  /// @param rows all of them
  PieceIndex(List<Piece> pieces, long rows) {
    this.ends = pieces.stream().mapToLong(piece -> piece.offset() + piece.count()).toArray();
    long partRows = Math.max(1, rows / ((long) PARTS_OF_PIECE * ends.length));
    this.shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(partRows);
    this.firsts = new int[(int) (rows >>> shift) + 1];
    int piece = 0;
    for (int part = 0; part < firsts.length; part++) {
      while (piece < ends.length - 1 && ends[piece] <= (long) part << shift) {
        piece++;
      }
      firsts[part] = piece;
    }
  }

  /// The place of the piece.
  int at(long offset) {
    int piece = firsts[(int) (offset >>> shift)];
    while (offset >= ends[piece]) {
      piece++;
    }
    return piece;
  }
}
