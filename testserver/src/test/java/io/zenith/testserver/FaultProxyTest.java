package io.zenith.testserver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testserver.RawClient.End;
import io.zenith.testserver.RawClient.Response;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultProxyTest {
  private static final String OBJECT = "/bucket/a.bin";
  private static final byte[] BYTES = Bytes.random(1 << 20, 3);
  private static final String RANGE = "Range: bytes=1000-1999";
  private static final byte[] PART = Bytes.range(BYTES, 1000, 1999);
  private static final byte[] HALF_OF_PART = Bytes.range(BYTES, 1000, 1499);

  @TempDir private static Path folder;
  private static S3Server server;
  private FaultProxy proxy;

  @BeforeAll
  static void startServer() throws Exception {
    server = S3Server.startAnonymous(folder);
    server.put("bucket", "a.bin", BYTES);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void start() throws IOException {
    proxy = FaultProxy.start(server.endpoint());
  }

  @AfterEach
  void stop() {
    proxy.close();
  }

  private Response get(String target, String... headers) throws IOException {
    return RawClient.get(proxy.endpoint(), target, headers);
  }

  private Response meet(Fault fault, String... headers) throws IOException {
    proxy.faults(Faults.of(fault, 1));
    Response response = get(OBJECT, headers);
    assertEquals(Map.of(fault, 1L), proxy.counters().byFault());
    return response;
  }

  @Test
  void allThatIsReadThroughItIsRight() throws Exception {
    SplittableRandom random = new SplittableRandom(5);
    try (HttpClient client = HttpClient.newHttpClient();
        ExecutorService readers = Executors.newFixedThreadPool(8)) {
      List<Callable<byte[]>> reads = new ArrayList<>();
      List<byte[]> expected = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        int first = random.nextInt(BYTES.length);
        int last = random.nextInt(first, BYTES.length);
        expected.add(Bytes.range(BYTES, first, last));
        HttpRequest request =
            HttpRequest.newBuilder(proxy.endpoint().resolve(OBJECT))
                .header("Range", "bytes=" + first + "-" + last)
                .build();
        reads.add(() -> client.send(request, BodyHandlers.ofByteArray()).body());
      }
      List<Future<byte[]>> got = readers.invokeAll(reads);
      for (int i = 0; i < got.size(); i++) {
        assertArrayEquals(expected.get(i), got.get(i).get());
      }
    }
  }

  @Test
  void whatIsNotABodyPassesAsWell() throws IOException {
    Response head = RawClient.ask("HEAD", proxy.endpoint(), OBJECT);
    assertEquals(Integer.toString(BYTES.length), head.header("Content-Length"));
    assertEquals(404, get("/bucket/missing").status());
    assertEquals(416, get(OBJECT, "Range: bytes=2000000-2000001").status());
    assertEquals(304, get(OBJECT, "If-None-Match: " + head.header("ETag")).status());
    assertEquals(501, RawClient.ask("DELETE", proxy.endpoint(), OBJECT).status());
  }

  @Test
  void aListInChunksGetsALength() throws IOException {
    for (int i = 0; i < 100; i++) {
      server.put("long", "a-key-which-is-as-long-as-keys-are-wont-to-be-" + i, new byte[0]);
    }
    String target = "/long?list-type=2";

    Response passed = get(target);
    assertEquals("none", passed.header("Transfer-Encoding"));
    assertEquals(RawClient.get(server.endpoint(), target).text(), passed.text());
  }

  @ParameterizedTest
  @CsvSource({
    "SLOW_DOWN, 503, SlowDown",
    "TOO_MANY_REQUESTS, 429, TooManyRequests",
    "INTERNAL_ERROR, 500, InternalError"
  })
  void anErrorComesInsteadOfTheAnswer(Fault fault, int status, String code) throws IOException {
    Response response = meet(fault, RANGE);

    assertEquals(status, response.status());
    assertTrue(response.text().contains("<Code>" + code + "</Code>"), response.text());
    Response head = RawClient.ask("HEAD", proxy.endpoint(), OBJECT);
    assertEquals(status, head.status());
  }

  @Test
  void aResetBeforeTheAnswerLeavesNothing() throws IOException {
    Response response = meet(Fault.RESET_BEFORE_ANSWER, RANGE);

    assertEquals(End.RESET, response.end());
    assertEquals(List.of(), response.head().lines());
  }

  @Test
  void aResetInTheBodyEndsItByAnError() throws IOException {
    Response response = meet(Fault.RESET_IN_BODY, RANGE);

    assertEquals(End.RESET, response.end());
    assertTrue(response.body().length <= HALF_OF_PART.length);
  }

  @Test
  void aTruncatedBodyEndsEarly() throws IOException {
    Response response = meet(Fault.TRUNCATED_BODY, RANGE);

    assertEquals(End.CLOSED, response.end());
    assertEquals("1000", response.header("Content-Length"));
    assertArrayEquals(HALF_OF_PART, response.body());
  }

  @Test
  void aStalledBodyKeepsTheClientWaiting() throws IOException {
    Duration stall = Duration.ofMillis(300);
    proxy.faults(Faults.builder().probability(Fault.STALLED_BODY, 1).stall(stall).build());
    Response response = get(OBJECT, RANGE);

    assertEquals(End.CLOSED, response.end());
    assertArrayEquals(HALF_OF_PART, response.body());
    assertTrue(response.took().compareTo(stall) >= 0, () -> response.took().toString());
  }

  @Test
  void aWrongRangeIsTheOneBeside() throws IOException {
    Response response = meet(Fault.WRONG_RANGE, RANGE);

    assertEquals("bytes 1001-2000/1048576", response.header("Content-Range"));
    assertEquals(PART.length, response.body().length);
    assertArrayEquals(Bytes.range(PART, 1, 998), Bytes.range(response.body(), 0, 997));
  }

  @Test
  void aWrongRangeAtTheEndIsTheOneBefore() throws IOException {
    Response response = meet(Fault.WRONG_RANGE, "Range: bytes=-1000");

    assertEquals("bytes 1047575-1048574/1048576", response.header("Content-Range"));
    assertArrayEquals(
        Bytes.range(BYTES, BYTES.length - 1000, BYTES.length - 2),
        Bytes.range(response.body(), 1, 999));
  }

  @Test
  void aChangedTagIsAnother() throws IOException {
    String tag = get(OBJECT, RANGE).header("ETag");
    Response changed = meet(Fault.CHANGED_ETAG, RANGE);

    assertNotEquals(tag, changed.header("ETag"));
    assertArrayEquals(PART, changed.body());
    assertEquals(412, get(OBJECT, RANGE, "If-Match: " + tag).status());
  }

  @Test
  void oneObjectIsReplacedAtAGivenMoment() throws IOException {
    server.put("bucket", "other", BYTES);
    String tag = "If-Match: " + get(OBJECT, RANGE).header("ETag");
    assertEquals(206, get(OBJECT, RANGE, tag).status());

    proxy.faults(Faults.builder().replaced(OBJECT).build());
    assertEquals(412, get(OBJECT, RANGE, tag).status());
    assertEquals(206, get("/bucket/other", RANGE, tag).status());
  }

  @Test
  void aFaultThatDoesNotApplyDoesNothing() throws IOException {
    proxy.faults(Faults.of(Fault.WRONG_RANGE, 1));
    assertArrayEquals(BYTES, get(OBJECT).body());
    proxy.faults(Faults.of(Fault.CHANGED_ETAG, 1));
    assertEquals(404, get("/bucket/missing").status());
    proxy.faults(Faults.of(Fault.TRUNCATED_BODY, 1));
    assertEquals(End.COMPLETE, RawClient.ask("HEAD", proxy.endpoint(), OBJECT).end());

    assertEquals(0, proxy.counters().faults());
  }

  @Test
  void theSameSeedBringsTheSameFaults() throws IOException {
    List<Integer> first = statuses(1);

    assertEquals(first, statuses(1));
    assertNotEquals(first, statuses(2));
    long slow = first.stream().filter(status -> status == 503).count();
    assertTrue(slow > 20 && slow < 60, first::toString);
  }

  private List<Integer> statuses(long seed) throws IOException {
    proxy.faults(
        Faults.builder()
            .probability(Fault.SLOW_DOWN, 0.4)
            .probability(Fault.INTERNAL_ERROR, 0.1)
            .seed(seed)
            .build());
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      statuses.add(get(OBJECT, RANGE).status());
    }
    return statuses;
  }

  @Test
  void latencyIsAdded() throws IOException {
    proxy.faults(Faults.builder().latency(Duration.ofMillis(200)).build());

    long millis = get(OBJECT, RANGE).took().toMillis();
    assertTrue(millis >= 200, () -> millis + " ms");
  }

  @Test
  void connectionsShareTheBandwidth() throws Exception {
    proxy.faults(Faults.builder().bytesPerSecond(4L * BYTES.length).build());
    double seconds = secondsForFourObjects();
    for (int again = 0; again < 2 && seconds > 1.1; again++) {
      seconds = secondsForFourObjects(); // the machine was busy with something else
    }

    assertEquals(1, seconds, 0.1);
    int most = proxy.counters().mostAtATime();
    assertTrue(most >= 2 && most <= 4, () -> most + " at a time");
  }

  private double secondsForFourObjects() throws Exception {
    long start = System.nanoTime();
    try (ExecutorService readers = Executors.newFixedThreadPool(4)) {
      List<Callable<Response>> reads = Collections.nCopies(4, () -> get(OBJECT));
      for (Future<Response> read : readers.invokeAll(reads)) {
        assertArrayEquals(BYTES, read.get().body());
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  @Test
  void itCountsWhatPasses() throws IOException {
    get(OBJECT, RANGE);
    get(OBJECT, RANGE);
    String list = get("/bucket?list-type=2&prefix=a").text();
    RawClient.ask("HEAD", proxy.endpoint(), OBJECT);

    Counters counters = proxy.counters();
    assertEquals(4, counters.requests());
    assertEquals(Map.of("GET", 3L, "HEAD", 1L), counters.byMethod());
    assertEquals(Map.of(OBJECT, 3L, "/bucket?list-type=2&prefix=a", 1L), counters.byTarget());
    assertEquals(2000 + list.length(), counters.bodyBytes());
    assertEquals(1, counters.mostAtATime());
    assertEquals(Map.of(), counters.byFault());
  }

  @Test
  void closingItEndsWhatGoesOn() throws Exception {
    proxy.faults(Faults.builder().latency(Duration.ofMinutes(5)).build());
    try (ExecutorService reader = Executors.newSingleThreadExecutor()) {
      Future<Response> waiting = reader.submit(() -> get(OBJECT));
      while (proxy.counters().requests() == 0) {
        Thread.sleep(1);
      }
      proxy.close();
      assertNotEquals(End.COMPLETE, waiting.get().end());
    }
  }
}
