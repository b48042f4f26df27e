package io.zenith.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Shard;
import io.zenith.testkit.SharedFiles;
import io.zenith.testserver.Faults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Datasets on a web server are what they are on the disk, and files are read with few requests;
/// for those in a bucket see [CacheMatrixTest].
class DatasetsTest {
  private static final String WRITERS = "datasets/writers/";

  @TempDir private static Path folder;

  private static Bucket bucket;

  @BeforeAll
  static void start() throws Exception {
    bucket = Bucket.start(folder);
  }

  @AfterAll
  static void stop() {
    bucket.close();
  }

  @BeforeEach
  void withoutFaults() {
    bucket.faults(Faults.none());
  }

  @ParameterizedTest
  @ValueSource(strings = {"polars-ipc-zstd.arrow", "duckdb.csv", "duckdb-v2-zstd.parquet"})
  void soItIsOnAWebServer(String name) throws Exception {
    Path local = SharedFiles.require(WRITERS + name);
    bucket.put(name, local);
    Shard second = Shard.of(1, 2);
    Delivered expected = Delivered.of(Dataset.open(local.toString()), second, Optional.empty());
    bucket.faults(Bucket.everything(0.3));
    Dataset dataset = Dataset.open(bucket.web(), bucket.url(name) + "?X-Signature=secret");
    assertEquals(expected, Delivered.of(dataset, second, Optional.empty()));
  }

  /// One for its size and version, one for its first bytes, and one for its footer; then those for
  /// the data, some at a time.
  @Test
  void aFileIsReadWithFewRequests() throws Exception {
    Path local = SharedFiles.require("datasets/fashion-mnist/test.parquet");
    bucket.put("test.parquet", local);
    long before = bucket.proxy().counters().requests();
    // Patient, so that a busy machine makes no more requests.
    S3Storage storage = bucket.storage().silence(Duration.ofSeconds(10));
    Dataset dataset = Dataset.open(storage, Bucket.uri("test.parquet"));
    assertEquals(10_000, dataset.rowCount());
    assertEquals(3, bucket.proxy().counters().requests() - before);
    bucket.faults(Faults.builder().latency(Duration.ofMillis(20)).build());
    long rows = 0;
    try (DataLoader loader = dataset.loader(100).build()) {
      for (Batch batch : loader) {
        rows += batch.rows();
      }
    }
    assertEquals(10_000, rows);
    long all = bucket.proxy().counters().requests() - before;
    assertTrue(all <= 3 + 1 + 12, () -> all + " requests");
  }
}
