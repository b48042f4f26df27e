package io.zenith;

import io.zenith.internal.order.OrderedRows;
import io.zenith.testkit.MemFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/// Random files of ids, perhaps filtered, whose splits take uneven memory or none, and options of a
/// loader over two epochs of them, or over one of filtered rows in file order.
///
/// @param splits the ids of each split that the filter keeps
record LoaderCase(
    List<MemFile> files,
    Optional<Filter> filter,
    List<List<Long>> splits,
    int epochs,
    Shuffle shuffle,
    int lanes,
    int globalBatch,
    long window,
    Remainder remainder,
    Optional<MemoryCache> cache) {

  static LoaderCase random(SplittableRandom random) {
    boolean decoding = random.nextBoolean();
    List<MemFile> files = new ArrayList<>();
    Optional<RandomFilter> filter = random.nextBoolean() ? Optional.empty() : filter(random);
    List<List<Long>> splits = new ArrayList<>();
    long row = 0;
    for (int file = 0; file <= random.nextInt(3); file++) {
      int[] rows = random.ints(random.nextInt(8), 0, 40).toArray();
      MemFile made = Ids.file("f" + file + ".mem", decoding && random.nextInt(4) > 0);
      files.add(made);
      for (int count : rows) {
        long bytes = made.decodes() ? 400L << random.nextInt(11) : 0;
        made.promise(count, () -> bytes, Ids.batch(row, count));
        LongStream ids = LongStream.range(row, row + count);
        splits.add(ids.filter(id -> isKept(filter, id)).boxed().toList());
        row += count;
      }
    }
    long seed = random.nextLong();
    Shuffle shuffle =
        switch (random.nextInt(decoding ? 3 : 4)) {
          case 0 -> Shuffle.none();
          case 3 -> Shuffle.global(seed);
          default -> Shuffle.windowed(seed);
        };
    Remainder[] remainders = Remainder.values();
    LoaderCase drawn =
        new LoaderCase(
            files,
            filter.map(RandomFilter::filter),
            splits,
            2,
            shuffle,
            1 + random.nextInt(random.nextInt(shuffle == Shuffle.none() ? 4 : 2) > 0 ? 1 : 8),
            1 + random.nextInt(40),
            1 + random.nextInt(60),
            remainders[random.nextInt(remainders.length)],
            cache(random));
    return filter.isPresent() && (seed & 3) == 0 ? drawn.once() : drawn;
  }

  /// The same rows in file order, which one rank finds as it reads them.
  private LoaderCase once() {
    return new LoaderCase(
        files,
        filter,
        splits,
        1,
        Shuffle.none(),
        1,
        globalBatch,
        window,
        Remainder.KEEP,
        Optional.empty());
  }

  /// None for most, so that the second epoch reads; else one for some splits, or the default.
  private static Optional<MemoryCache> cache(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(MemoryCache.of(1 + random.nextInt(1 << 20) + " B"));
      default -> Optional.of(MemoryCache.none());
    };
  }

  private static Optional<RandomFilter> filter(SplittableRandom random) {
    List<Object> values = new ArrayList<>();
    random.longs(5, -2, 150).forEach(values::add);
    return Optional.of(RandomFilter.of(Map.of(Ids.SCHEMA.fields().getFirst(), values), 3, random));
  }

  private static boolean isKept(Optional<RandomFilter> filter, long id) {
    return filter.isEmpty() || Boolean.TRUE.equals(filter.get().truth().apply(Map.of("id", id)));
  }

  /// What all ranks receive in all epochs.
  Receipt expectedReceipt(DataLoader loader) {
    Receipt sum = Receipt.ZERO;
    for (int epoch = 0; epoch < epochs; epoch++) {
      sum = sum.plus(loader.expectedReceipt(epoch));
    }
    return sum;
  }

  /// The files of this case as its dataset.
  Dataset dataset(Dataset all) {
    return filter.map(all::filter).orElse(all);
  }

  /// The rows of each step by the plain definition.
  OrderedRows expected() {
    return OrderedRows.of(
        splits, shuffle.kind(), shuffle.seed(), window, lanes, globalBatch, remainder.end());
  }

  DataLoader.Builder loader(Dataset dataset, int rank, int world) {
    DataLoader.Builder options = withoutCache(dataset, rank, world);
    cache.ifPresent(options::cache);
    return options;
  }

  /// A loader whose cache is to be set.
  DataLoader.Builder withoutCache(Dataset dataset, int rank, int world) {
    return dataset
        .loader(1)
        .globalBatch(globalBatch)
        .epochs(epochs)
        .shuffle(shuffle)
        .window(window)
        .lanes(lanes)
        .remainder(remainder)
        .shard(Shard.of(rank, world));
  }
}
