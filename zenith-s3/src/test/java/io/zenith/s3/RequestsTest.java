package io.zenith.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.Report.RequestTimes;
import io.zenith.spi.Request;
import io.zenith.spi.Storage;
import io.zenith.testkit.SharedFiles;
import io.zenith.testserver.Counters;
import io.zenith.testserver.Fault;
import io.zenith.testserver.Faults;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is told of requests is what the other side has seen.
class RequestsTest {
  /// So long that a busy machine makes no requests of its own.
  private static final Duration SILENCE = Duration.ofSeconds(10);

  @TempDir private static Path folder;

  private static Bucket bucket;
  private static Path local;

  private final List<Request> told = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    bucket = Bucket.start(folder);
    local = SharedFiles.require("datasets/fashion-mnist/test.parquet");
    bucket.put("test.parquet", local);
  }

  @AfterAll
  static void stop() {
    bucket.close();
  }

  @BeforeEach
  void withoutFaults() {
    bucket.faults(Faults.none());
  }

  private static Counters counters() {
    return bucket.proxy().counters();
  }

  private long told(Predicate<Request> which) {
    return told.stream().filter(which).count();
  }

  private static void read(DataLoader loader) {
    long rows = 0;
    for (Batch batch : loader) {
      rows += batch.rows();
    }
    assertEquals(10_000, rows);
  }

  private static long sum(DataLoader loader, ToLongFunction<RequestTimes> of) {
    return loader.report().requests().stream().mapToLong(of).sum();
  }

  @Test
  void eachRequestIsTold() throws Exception {
    Counters before = counters();
    Storage storage = bucket.storage().silence(SILENCE).telling(told::add);
    Dataset dataset = Dataset.open(storage, Bucket.uri("test.parquet"));
    assertEquals(1, told(request -> request.kind() == Request.Kind.LIST));
    Counters opened = counters();
    try (DataLoader loader = dataset.loader(100).build()) {
      read(loader);
      Counters after = counters();
      assertEquals(after.requests() - opened.requests(), sum(loader, RequestTimes::count));
      assertEquals(after.bodyBytes() - opened.bodyBytes(), sum(loader, RequestTimes::bytes));
      assertEquals(0, sum(loader, RequestTimes::retries));
      assertTrue(loader.report().toString().contains("\nrange "), loader.report().toString());
    }
    assertEquals(counters().requests() - before.requests(), told.size());
    assertEquals(
        counters().bodyBytes() - before.bodyBytes(), told.stream().mapToLong(Request::bytes).sum());
    assertTrue(told(request -> request.kind() == Request.Kind.TAIL) > 0);
    assertEquals(0, told(request -> request.isFailed() || request.isRetry()));
    assertEquals(0, told(request -> request.nanos() <= 0));
  }

  @Test
  void soAreFailuresAndRetries() throws Exception {
    Dataset dataset = Dataset.open(bucket.storage().silence(SILENCE), Bucket.uri("test.parquet"));
    Counters before = counters();
    bucket.faults(Faults.of(Fault.SLOW_DOWN, 0.4));
    try (DataLoader loader = dataset.loader(100).build()) {
      read(loader);
      long faults = counters().faults() - before.faults();
      assertTrue(faults > 0);
      assertEquals(counters().requests() - before.requests(), sum(loader, RequestTimes::count));
      assertEquals(faults, sum(loader, RequestTimes::failures));
      assertEquals(faults, sum(loader, RequestTimes::retries));
    }
  }

  @Test
  void soIsTheWeb() throws Exception {
    Storage storage = new HttpStorage(HttpClient::newBuilder, SILENCE).telling(told::add);
    Counters before = counters();
    bucket.faults(Faults.of(Fault.INTERNAL_ERROR, 0.2));
    Dataset dataset = Dataset.open(storage, bucket.url("test.parquet"));
    try (DataLoader loader = dataset.loader(100).build()) {
      read(loader);
      assertTrue(sum(loader, RequestTimes::count) > 0);
    }
    assertEquals(counters().requests() - before.requests(), told.size());
    assertEquals(counters().faults() - before.faults(), told(Request::isFailed));
    assertEquals(told(Request::isFailed), told(Request::isRetry));
  }

  @Test
  void whatAListenerThrowsEndsTheRead() {
    Storage storage =
        bucket
            .storage()
            .telling(_ -> {
              throw new IllegalStateException("enough");
            });
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class, () -> Dataset.open(storage, Bucket.uri("test.parquet")));
    assertEquals("enough", thrown.getMessage());
  }

  /// Nothing is asked of anybody.
  @Test
  void localFilesMakeNone() throws IOException {
    try (DataLoader loader = Dataset.open(local.toString()).loader(100).build()) {
      read(loader);
      assertEquals(List.of(), loader.report().requests());
    }
  }
}
