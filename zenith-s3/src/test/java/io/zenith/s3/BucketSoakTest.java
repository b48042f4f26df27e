package io.zenith.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Dataset;
import io.zenith.DiskCache;
import io.zenith.Shard;
import io.zenith.spi.Storage;
import io.zenith.testkit.SharedFiles;
import io.zenith.testkit.Soak;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Loaders of a bucket that come and go for a long time, with faults and a cache that is full, and
/// leave nothing: `-Dzenith.soak=MINUTES`.
class BucketSoakTest {
  private static final List<String> FILES =
      List.of("expected.arrow", "duckdb.csv", "duckdb-v2-zstd.parquet");

  private static final double[] PROBABILITIES = {0, 1 / 32., 0.1};

  @TempDir private Path folder;

  @Test
  @Timeout(value = 1, unit = TimeUnit.DAYS) // it ends by itself
  void memoryThreadsAndDescriptorsStayFlat() throws Exception {
    Soak.assumeAsked();
    SplittableRandom random = new SplittableRandom(1);
    try (Bucket bucket = Bucket.start(folder.resolve("buckets"))) {
      for (String name : FILES) {
        bucket.put(name, SharedFiles.require("datasets/writers/" + name));
      }
      Storage storage = bucket.storage();
      Map<String, Delivered> first = new HashMap<>();
      Soak.run(() -> {
        bucket.faults(Bucket.everything(PROBABILITIES[random.nextInt(PROBABILITIES.length)]));
        DiskCache cache = DiskCache.at(folder.resolve("cache"), "200000");
        String name = FILES.get(random.nextInt(FILES.size()));
        boolean isKept = random.nextBoolean();
        Dataset dataset = Dataset.open(isKept ? cache.over(storage) : storage, Bucket.uri(name));
        Delivered read =
            Delivered.of(dataset, Shard.of(0, 1), isKept ? Optional.of(cache) : Optional.empty());
        Delivered expected = first.putIfAbsent(name, read);
        assertEquals(expected == null ? read : expected, read);
      });
    }
  }
}
