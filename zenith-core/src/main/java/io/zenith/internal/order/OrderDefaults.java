package io.zenith.internal.order;

/// What an order has where nobody said otherwise: from numbers that are the same on every machine.
public final class OrderDefaults {
  private static final int FEWEST_LANES = 16;
  private static final int LARGEST_WINDOW_BITS = 20;

  /// 2^24 bytes, 16 MiB: the part of the files that a window should be.
  private static final int WINDOW_BYTES_BITS = 24;

  private OrderDefaults() {}

  /// Lanes: 1 for one rank, else the smallest product of the ranks and a divisor of the batch size
  /// that is at least 16 (and at most 2^20), so that each rank has lanes of its own; else as many
  /// as there are ranks.
  ///
  /// @param world how many ranks there are
  /// @param batchSize rows of a step for each rank
  /// @throws IllegalArgumentException if a number is not in its limits
  public static int lanes(int world, int batchSize) {
    OrderSpec.requireBetween("world size", world, OrderSpec.MOST_LANES);
    OrderSpec.requireBetween("batch size", batchSize, Integer.MAX_VALUE);
    if (world == 1) {
      return 1;
    }
    int most = Math.min(batchSize, OrderSpec.MOST_LANES / world);
    for (int divisor = Math.ceilDiv(FEWEST_LANES, world); divisor <= most; divisor++) {
      if (batchSize % divisor == 0) {
        return world * divisor;
      }
    }
    return world;
  }

  /// Rows of a window: the largest power of two whose part of the files is at most 16 MiB, at most
  /// 2^20, but at least four global batches, rounded up to a power of two.
  ///
  /// @param fileBytes the size of all files
  /// @param rows all rows of the files
  /// @throws IllegalArgumentException if a number is not in its limits
  public static long window(long fileBytes, long rows, long globalBatch) {
    if (fileBytes < 0 || rows < 0) {
      throw new IllegalArgumentException(
          rows + " rows in " + fileBytes + " bytes; at least 0 of both");
    }
    OrderSpec.requireBetween("globalBatch", globalBatch, OrderSpec.MOST_BATCH);
    int bits = LARGEST_WINDOW_BITS;
    // 2^bits * fileBytes / rows > 2^24, without its overflow
    while (bits > 0 && Math.ceilDiv(fileBytes, 1L << (WINDOW_BYTES_BITS - bits)) > rows) {
      bits--;
    }
    long fewest = Long.highestOneBit(4 * globalBatch - 1) << 1;
    return Math.max(1L << bits, fewest);
  }
}
