package io.zenith.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.Headers;
import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.spi.Storage;
import io.zenith.testkit.SharedFiles;
import io.zenith.testserver.Fault;
import io.zenith.testserver.Faults;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/// Nothing that can be printed tells a secret: whatever is done with a store, and whatever fails.
class SecretsTest {
  private static final Map<String, String> CREDENTIALS =
      Map.of("aws.accessKeyId", "PLANTEDACCESSKEY", "aws.secretAccessKey", "planted+secret/key");

  /// Of requests to a server that takes it; the bucket's does not.
  private static final String TOKEN = "aws.sessionToken";

  private static final String QUERY =
      "X-Amz-Credential=PLANTEDACCESSKEY%2F20260101&X-Amz-Security-Token=planted-session-token"
          + "&X-Amz-Signature=planted5ignature";

  private static final List<String> SECRETS =
      List.of(
          "PLANTEDACCESSKEY",
          "planted+secret/key",
          "planted-session-token",
          "planted5ignature",
          "X-Amz-",
          "AWS4-HMAC");

  private static final String KEY = "duckdb-v2-zstd.parquet";

  @TempDir private static Path folder;

  private static Map<String, String> before;
  private static Bucket bucket;
  private static WebServer refusing;

  /// All that was printed.
  private final StringWriter text = new StringWriter();

  private final PrintWriter printer = new PrintWriter(text);

  @BeforeAll
  static void start() throws Exception {
    before = new TreeMap<>();
    CREDENTIALS.forEach(
        (name, value) -> before.put(name, String.valueOf(System.setProperty(name, value))));
    bucket = Bucket.start(folder);
    bucket.put(KEY, SharedFiles.require("datasets/writers/" + KEY));
    refusing = WebServer.start();
    refusing.on("/", exchange -> exchange.sendResponseHeaders(403, -1));
  }

  @AfterAll
  static void stop() {
    refusing.close();
    bucket.close();
    before.forEach((name, value) -> {
      if (value.equals("null")) {
        System.clearProperty(name);
      } else {
        System.setProperty(name, value);
      }
    });
  }

  @AfterEach
  void nothingIsTold() {
    String all = text.toString();
    assertTrue(all.contains(KEY), all);
    for (String secret : SECRETS) {
      assertFalse(all.contains(secret), all);
    }
    bucket.faults(Faults.none());
  }

  private static S3Storage signing(String endpoint) {
    return new S3Storage().endpoint(endpoint).region("us-east-1").silence(Duration.ofMillis(500));
  }

  private static String store() {
    return bucket.proxy().endpoint().toString();
  }

  private void print(Object value) {
    printer.println(value);
  }

  private void printFailure(Class<? extends Exception> type, Executable what) {
    assertThrows(type, what).printStackTrace(printer);
  }

  private void printRun(Storage storage, String location) throws IOException {
    print(storage);
    Dataset dataset = Dataset.open(storage, location);
    print(dataset);
    print(dataset.files());
    print(dataset.splits());
    print(dataset.plan());
    print(dataset.fingerprint());
    Path checkpoint = folder.resolve("checkpoint.json");
    try (DataLoader loader = dataset.loader(1_000).shuffle(1).build()) {
      for (Batch batch : loader) {
        if (batch.step() == 2) {
          print(batch);
          batch.checkpoint().write(checkpoint);
          print(Files.readString(checkpoint));
        }
      }
      print(loader);
      print(loader.explain(0, 1));
      print(loader.receipt());
      print(loader.report());
      print(loader.report().requests());
    }
  }

  @Test
  void byReading() throws Exception {
    bucket.faults(
        Faults.builder()
            .probability(Fault.SLOW_DOWN, 0.1)
            .probability(Fault.RESET_IN_BODY, 0.1)
            .build());
    printRun(signing(store()), Bucket.uri(KEY));
    printRun(
        new HttpStorage(HttpClient::newBuilder, Duration.ofMillis(500)),
        bucket.url(KEY) + "?" + QUERY);
  }

  @Test
  void byBeingRefused() {
    Storage store = signing(refusing.url(""));
    System.setProperty(TOKEN, "planted-session-token");
    try {
      printFailure(IOException.class, () -> Dataset.open(store, Bucket.uri(KEY)));
    } finally {
      System.clearProperty(TOKEN);
    }
    Headers signed = refusing.asked().getLast().headers();
    assertTrue(signed.getFirst("Authorization").contains("PLANTEDACCESSKEY"));
    assertEquals("planted-session-token", signed.getFirst("X-amz-security-token"));
    String url = refusing.url("/" + KEY) + "?" + QUERY;
    printFailure(IOException.class, () -> Dataset.open(url));
    assertEquals(QUERY, refusing.asked().getLast().target().getRawQuery());
  }

  @Test
  void byFindingNothing() {
    printFailure(
        IOException.class, () -> Dataset.open(signing(store()), Bucket.uri("none/" + KEY)));
    printFailure(IOException.class, () -> Dataset.open(bucket.url("none/" + KEY) + "?" + QUERY));
    printFailure(IOException.class, () -> Dataset.open("http://127.0.0.1:9/" + KEY + "?" + QUERY));
  }

  @Test
  void byMisuse() {
    for (String wrong :
        List.of(
            "https://PLANTEDACCESSKEY:planted5ignature@host/" + KEY,
            "s3://PLANTEDACCESSKEY:planted+secret/key@host/" + KEY,
            "https://host/" + KEY + "[?" + QUERY,
            "https://host/" + KEY + "?" + QUERY + "&more=[]|")) {
      printFailure(IllegalArgumentException.class, () -> Dataset.open(wrong));
    }
    String url = "https://host/" + KEY + "?" + QUERY;
    printFailure(IllegalArgumentException.class, () -> Dataset.open(signing(store()), url));
    printFailure(IllegalArgumentException.class, () -> Dataset.open(url, "/tmp/" + KEY));
    printFailure(
        IllegalArgumentException.class,
        () -> Dataset.open(bucket.url(KEY) + "?" + QUERY, bucket.url(KEY) + "?" + QUERY));
    printFailure(
        IllegalArgumentException.class,
        () -> new S3Storage().endpoint("http://PLANTEDACCESSKEY:planted5ignature@host/" + KEY));
    printFailure(IOException.class, () -> Dataset.open("https://host/" + KEY + "/?" + QUERY));
  }

  @Test
  void byAFileThatIsReplaced() throws Exception {
    for (Storage storage : List.of(signing(store()), new HttpStorage())) {
      String location =
          storage instanceof HttpStorage ? bucket.url(KEY) + "?" + QUERY : Bucket.uri(KEY);
      Dataset dataset = Dataset.open(storage, location);
      bucket.faults(Faults.builder().replaced("/" + Bucket.NAME + "/" + KEY).build());
      try (DataLoader loader = dataset.loader(1_000).build()) {
        printFailure(RuntimeException.class, () -> loader.forEach(this::print));
      }
      bucket.faults(Faults.none());
    }
  }
}
