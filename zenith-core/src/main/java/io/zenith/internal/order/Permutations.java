package io.zenith.internal.order;

import io.zenith.internal.order.Keys.Purpose;

/// All permutations of an order; of an order that does not shuffle, they change nothing.
record Permutations(boolean shuffle, long seed) {
  /// Of all blocks, once for all epochs.
  Permutation blocks(long n) {
    return of(Purpose.BLOCKS, 0, 0, 0, n);
  }

  /// Of the pieces of a lane.
  Permutation pieces(long epoch, int lane, long n) {
    return of(Purpose.PIECES, epoch, lane, 0, n);
  }

  /// Of the rows of a window.
  Permutation rows(long epoch, int lane, long window, long n) {
    return of(Purpose.ROWS, epoch, lane, window, n);
  }

  /// Of all positions.
  Permutation positions(long epoch, long n) {
    return of(Purpose.POSITIONS, epoch, 0, 0, n);
  }

  private Permutation of(Purpose purpose, long epoch, long lane, long window, long n) {
    return shuffle
        ? Permutation.of(Keys.of(seed, purpose, epoch, lane, window), n)
        : Permutation.identity(n);
  }
}
