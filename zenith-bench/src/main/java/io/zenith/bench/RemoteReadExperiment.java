package io.zenith.bench;

import static io.zenith.bench.Figure.Bound.AT_LEAST;
import static io.zenith.bench.Figure.Kind.MUST;

import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.DiskCache;
import io.zenith.Shuffle;
import io.zenith.arrow.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Reading an uncompressed Arrow file in a bucket beside requests for the same bytes, and from a
/// cache beside the file itself.
final class RemoteReadExperiment implements Experiment {
  private static final String KEY = "numbers.arrow";
  private static final Duration LATENCY = Duration.ofMillis(10);
  private static final long BYTES_PER_SECOND = 200_000_000;
  private static final int BATCH_ROWS = 4_096;
  private static final String ZENITH = "Zenith";
  private static final String CACHED = "from a cache";
  private static final String LOCAL = "from the file";

  private final List<ExperimentResult.Result> results = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();

  @Override
  public ExperimentResult run(Path folder, BenchPace pace)
      throws IOException, InterruptedException {
    Path table = ShuffledFiles.table(folder, pace);
    Path file = ShuffledFiles.write(table, KEY, Compression.NONE, 1);
    try (RemoteBucket bucket = RemoteBucket.start(folder.resolve("buckets"))) {
      bucket.put(KEY, file);
      Dataset remote = Dataset.open(bucket.storage(), RemoteBucket.location(KEY));
      Dataset local = Dataset.open(file.toString());
      requireSame(remote, local);
      bucket.wire(LATENCY, BYTES_PER_SECOND);
      readRemote(bucket, remote, Files.size(file), pace);
      readCached(remote, local, folder.resolve("cache"), pace);
    }
    return new ExperimentResult(
        results,
        figures,
        List.of(
            "the wire: %d ms a request, %d MB/s; server, wire and readers share the processors"
                .formatted(LATENCY.toMillis(), BYTES_PER_SECOND / 1_000_000)));
  }

  private static void requireSame(Dataset remote, Dataset local) {
    String there = checksums(remote);
    String here = checksums(local);
    if (!there.equals(here)) {
      throw new BenchFailure("from the bucket: " + there + ", from the disk: " + here);
    }
  }

  private static String checksums(Dataset dataset) {
    RowChecksums checksums = new RowChecksums();
    try (DataLoader loader = dataset.loader(BATCH_ROWS).build()) {
      loader.forEach(batch -> checksums.add(batch, 0));
    }
    return checksums.toHex().toString();
  }

  private void readRemote(RemoteBucket bucket, Dataset remote, long bytes, BenchPace pace)
      throws IOException, InterruptedException {
    Supplier<DataLoader> loaders = () -> remote.loader(BATCH_ROWS).build();
    try (RangedGets gets = new RangedGets(bucket.url(KEY), bytes);
        EpochPasses zenith = new EpochPasses(ZENITH, loaders, remote.rowCount())) {
      String name = "uncompressed Arrow from a bucket";
      PassTurns turns = new PassTurns(List.of(zenith, gets), bytes / 1e6, "MB");
      double ratio =
          PassRates.measure(name, turns, pace, results).ratio(zenith.title(), gets.title());
      figures.add(new Figure(name + ", to " + gets.title(), MUST, AT_LEAST, 0.9, "x", ratio));
    }
  }

  private void readCached(Dataset remote, Dataset local, Path cache, BenchPace pace)
      throws IOException, InterruptedException {
    DiskCache kept = DiskCache.at(cache, "100 GiB");
    try (ShuffledPasses cached =
            new ShuffledPasses(
                CACHED,
                remote,
                Shuffle.none(),
                ShuffledPasses.BATCH_ROWS,
                options -> options.cache(kept),
                loader -> new ZenithSums(loader)::consume);
        ShuffledPasses plain =
            new ShuffledPasses(
                LOCAL,
                local,
                Shuffle.none(),
                ShuffledPasses.BATCH_ROWS,
                loader -> new ZenithSums(loader)::consume)) {
      String name = "numbers in file order, summed";
      PassTurns turns = new PassTurns(List.of(cached, plain), 1, "million rows");
      double ratio = PassRates.measure(name, turns, pace, results).ratio(CACHED, LOCAL);
      figures.add(
          new Figure(name + ", " + CACHED + ", to " + LOCAL, MUST, AT_LEAST, 0.95, "x", ratio));
    }
  }
}
