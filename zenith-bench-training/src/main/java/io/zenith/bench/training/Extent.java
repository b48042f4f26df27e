package io.zenith.bench.training;

import io.zenith.bench.BenchPace;

/// How much is trained.
///
/// @param images the file of Fashion-MNIST
/// @param rows of the table
/// @param steps where an epoch that has more is broken off
/// @param arrays how many of one kind are made in a round
/// @param warmUp rounds in which HotSpot compiles: it takes ten thousand calls to the end
record Extent(String images, int rows, long steps, int arrays, int warmUp) {
  private static final int FULL = 1_000_000;

  static Extent of(BenchPace pace) {
    return pace.tableRows() < FULL
        ? new Extent("test", 2_000, 20, 20, 1)
        : new Extent("train", 100_000, Long.MAX_VALUE, 1_000, 15);
  }
}
