package io.zenith.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Shard;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.SharedFiles;
import io.zenith.testserver.Fault;
import io.zenith.testserver.Faults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Datasets in a bucket, or on a web server, are what they are on the disk: all formats, in the
/// same order, with faults and without.
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

  /// What a rank receives, and the proof.
  private record Stream(String receipt, List<List<Object>> values) {
    static Stream of(Dataset dataset, int rank) throws Exception {
      List<List<Object>> values = new ArrayList<>();
      try (DataLoader loader =
          dataset.loader(100).shuffle(11).shard(Shard.of(rank, 2)).epochs(2).build()) {
        loader
            .epochs()
            .forEach(epoch -> {
              for (Batch batch : epoch) {
                for (int i = 0; i < batch.schema().fields().size(); i++) {
                  values.add(ColumnValues.of(batch.column(i)));
                }
              }
            });
        return new Stream(loader.receipt().toString(), values);
      }
    }
  }

  private static Faults everything(double probability, long seed) {
    Faults.Builder faults = Faults.builder().stall(Duration.ofSeconds(2)).seed(seed);
    List<Fault> passing =
        List.of(
            Fault.SLOW_DOWN,
            Fault.TOO_MANY_REQUESTS,
            Fault.INTERNAL_ERROR,
            Fault.RESET_BEFORE_ANSWER,
            Fault.RESET_IN_BODY,
            Fault.TRUNCATED_BODY,
            Fault.WRONG_RANGE);
    passing.forEach(fault -> faults.probability(fault, probability / passing.size()));
    return faults.build();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "expected.arrow",
        "polars-ipc-zstd.arrow",
        "pyarrow-ipc-dictionary.arrow",
        "pyarrow-ipc-stream.arrows",
        "duckdb.csv",
        "duckdb-v2-zstd.parquet",
        "polars-snappy-pages.parquet",
      })
  void theStreamIsThatOfLocalFiles(String name) throws Exception {
    Path local = SharedFiles.require(WRITERS + name);
    bucket.put(name, local);
    double[] probabilities = {1 / 32., 0.3};
    for (int rank = 0; rank < 2; rank++) {
      Stream expected = Stream.of(Dataset.open(local.toString()), rank);
      bucket.faults(everything(probabilities[rank], rank));
      Dataset dataset = Dataset.open(bucket.storage(), Bucket.uri(name));
      assertEquals(expected, Stream.of(dataset, rank));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"polars-ipc-zstd.arrow", "duckdb.csv", "duckdb-v2-zstd.parquet"})
  void soItIsOnAWebServer(String name) throws Exception {
    Path local = SharedFiles.require(WRITERS + name);
    bucket.put(name, local);
    Stream expected = Stream.of(Dataset.open(local.toString()), 1);
    bucket.faults(everything(0.3, 1));
    Dataset dataset = Dataset.open(bucket.web(), bucket.url(name) + "?X-Signature=secret");
    assertEquals(expected, Stream.of(dataset, 1));
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
