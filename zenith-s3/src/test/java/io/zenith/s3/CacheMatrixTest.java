package io.zenith.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Dataset;
import io.zenith.DiskCache;
import io.zenith.Shard;
import io.zenith.schema.Field;
import io.zenith.spi.Storage;
import io.zenith.testkit.Pairwise;
import io.zenith.testkit.SharedFiles;
import io.zenith.testserver.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A dataset in a bucket is what it is on the disk: all formats, with faults and without, whatever
/// is in a cache, for each number of ranks.
class CacheMatrixTest {
  private static final String WRITERS = "datasets/writers/";
  private static final String LARGE = "1 GiB";
  private static final Shard ALL = Shard.of(0, 1);

  private static final List<String> FILES =
      List.of(
          "expected.arrow",
          "polars-ipc-zstd.arrow",
          "pyarrow-ipc-dictionary.arrow",
          "pyarrow-ipc-stream.arrows",
          "duckdb.csv",
          "duckdb-v2-zstd.parquet",
          "polars-snappy-pages.parquet");

  private static final double[] PROBABILITIES = {0, 1 / 32., 0.3};

  @TempDir private static Path folder;

  private static Bucket bucket;

  private final Map<String, Delivered> expected = new HashMap<>();

  /// What is in the cache when reading begins.
  private enum State {
    NO_CACHE,
    COLD,
    WARM,
    HALF,
    EVICTING,
    CORRUPTED
  }

  @BeforeAll
  static void start() throws Exception {
    bucket = Bucket.start(folder.resolve("buckets"));
    for (String name : FILES) {
      bucket.put(name, SharedFiles.require(WRITERS + name));
    }
  }

  @AfterAll
  static void stop() {
    bucket.close();
  }

  /// Each two choices in each way; with `-Dzenith.matrix=full` all.
  @Test
  @Timeout(value = 1, unit = TimeUnit.DAYS) // it ends by itself
  void theStreamIsThatOfLocalFiles() throws Exception {
    int[] choices = {FILES.size(), PROBABILITIES.length, State.values().length, 3};
    boolean isFull = "full".equals(System.getProperty("zenith.matrix"));
    int number = 0;
    for (int[] choice : isFull ? Pairwise.all(choices) : Pairwise.of(choices)) {
      check(
          FILES.get(choice[0]),
          PROBABILITIES[choice[1]],
          State.values()[choice[2]],
          number % (choice[3] + 1),
          choice[3] + 1,
          folder.resolve("cache" + number));
      number++;
    }
  }

  private void check(String name, double probability, State state, int rank, int world, Path cache)
      throws Exception {
    bucket.faults(Faults.none());
    Storage storage =
        state == State.NO_CACHE
            ? bucket.storage()
            : DiskCache.at(cache, LARGE).over(bucket.storage());
    Optional<DiskCache> used = prepared(open(storage, name), state, cache);
    Dataset dataset = open(storage, name);
    bucket.faults(Bucket.everything(probability));
    assertEquals(
        expected(name, rank, world),
        Delivered.of(dataset, Shard.of(rank, world), used),
        () -> name + ", " + probability + ", " + state + ", rank " + rank + " of " + world);
    if (used.isPresent() && state != State.CORRUPTED) {
      for (DiskCache.Entry entry : DiskCache.entries(cache)) {
        assertEquals(Optional.empty(), entry.fault());
      }
    }
  }

  private static Dataset open(Storage storage, String name) throws IOException {
    return some(Dataset.open(storage, Bucket.uri(name)));
  }

  /// Some of the columns: which types there are is for other tests.
  private static Dataset some(Dataset dataset) {
    List<Field> fields = dataset.schema().fields();
    int last = fields.size() - 1;
    return dataset.select(
        IntStream.of(0, last / 3, 2 * last / 3, last)
            .mapToObj(place -> fields.get(place).name())
            .toArray(String[]::new));
  }

  private Delivered expected(String name, int rank, int world) throws IOException {
    String place = name + " " + rank + " of " + world;
    Delivered known = expected.get(place);
    if (known == null) {
      Dataset local = some(Dataset.open(SharedFiles.require(WRITERS + name).toString()));
      known = Delivered.of(local, Shard.of(rank, world), Optional.empty());
      expected.put(place, known);
    }
    return known;
  }

  /// A cache in a state.
  private static Optional<DiskCache> prepared(Dataset dataset, State state, Path at)
      throws IOException {
    Optional<DiskCache> large = Optional.of(DiskCache.at(at, LARGE));
    switch (state) {
      case NO_CACHE -> {
        return Optional.empty();
      }
      case COLD -> {}
      case WARM -> Delivered.of(dataset, ALL, large);
      case HALF -> {
        Delivered.of(dataset, ALL, large);
        List<DiskCache.Entry> entries = DiskCache.entries(at);
        for (int i = 0; i < entries.size(); i += 2) {
          Files.delete(entries.get(i).file());
        }
      }
      case EVICTING -> {
        // Of other columns, and old.
        String first = dataset.schema().fields().getFirst().name();
        Delivered.of(dataset.select(first), ALL, large);
        long bytes = 0;
        for (DiskCache.Entry entry : DiskCache.entries(at)) {
          Files.setLastModifiedTime(entry.file(), FileTime.from(entry.lastUsed().minusSeconds(9)));
          bytes += entry.bytes();
        }
        return Optional.of(DiskCache.at(at, Long.toString(2 * bytes + 1)));
      }
      case CORRUPTED -> {
        Delivered.of(dataset, ALL, large);
        for (DiskCache.Entry entry : DiskCache.entries(at)) {
          byte[] bytes = Files.readAllBytes(entry.file());
          bytes[bytes.length / 2] ^= 1;
          Files.write(entry.file(), bytes);
        }
      }
    }
    return large;
  }
}
