package io.zenith;

import io.zenith.internal.order.OrderedRows;
import io.zenith.testkit.MemFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Random files of ids, and options of a loader over two epochs of them.
record LoaderCase(
    List<MemFile> files,
    List<Long> splitRows,
    Shuffle shuffle,
    int lanes,
    int globalBatch,
    long window,
    Remainder remainder) {

  static LoaderCase random(SplittableRandom random) {
    boolean decoding = random.nextBoolean();
    List<MemFile> files = new ArrayList<>();
    List<Long> splitRows = new ArrayList<>();
    long row = 0;
    for (int file = 0; file <= random.nextInt(3); file++) {
      int[] rows = random.ints(random.nextInt(8), 0, 40).toArray();
      files.add(Ids.file("f" + file + ".mem", decoding, row, rows));
      row += Arrays.stream(rows).sum();
      Arrays.stream(rows).forEach(count -> splitRows.add((long) count));
    }
    long seed = random.nextLong();
    Shuffle shuffle =
        switch (random.nextInt(decoding ? 3 : 4)) {
          case 0 -> Shuffle.none();
          case 3 -> Shuffle.global(seed);
          default -> Shuffle.windowed(seed);
        };
    Remainder[] remainders = Remainder.values();
    return new LoaderCase(
        files,
        splitRows,
        shuffle,
        1 + random.nextInt(random.nextBoolean() ? 1 : 8),
        1 + random.nextInt(40),
        1 + random.nextInt(60),
        remainders[random.nextInt(remainders.length)]);
  }

  /// The rows of each step by the plain definition.
  OrderedRows expected() {
    return OrderedRows.of(
        splitRows, shuffle.kind(), shuffle.seed(), window, lanes, globalBatch, remainder.end());
  }

  DataLoader.Builder loader(Dataset dataset, int rank, int world) {
    return dataset
        .loader(1)
        .globalBatch(globalBatch)
        .epochs(2)
        .shuffle(shuffle)
        .window(window)
        .lanes(lanes)
        .remainder(remainder)
        .shard(Shard.of(rank, world));
  }
}
