package io.zenith.s3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.spi.InputFile;
import io.zenith.spi.StoredFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What web servers answer, and what becomes of it.
class HttpStorageTest {
  private static final Duration SILENCE = Duration.ofMillis(300);
  private static final byte[] BYTES = new byte[300_000];

  static {
    new SplittableRandom(4).nextBytes(BYTES);
  }

  private final HttpStorage storage = new HttpStorage(HttpClient::newBuilder, SILENCE);
  private final WebServer server;

  HttpStorageTest() throws IOException {
    server = WebServer.start();
  }

  @BeforeEach
  void serve() {
    server.serve("/a", BYTES, "ETag", "\"one\"");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private StoredFile find(String url) throws IOException {
    return storage.list(URI.create(url)).getFirst();
  }

  private byte[] read(StoredFile file, int from, int count) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      InputFile input = storage.open(file, arena);
      MemorySegment target = arena.allocate(count);
      input.read(from, target);
      return target.toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private void requireRead(StoredFile file) throws IOException {
    assertArrayEquals(Arrays.copyOfRange(BYTES, 7, 5_000), read(file, 7, 4_993));
    assertArrayEquals(
        Arrays.copyOfRange(BYTES, BYTES.length - 20, BYTES.length),
        read(file, BYTES.length - 20, 20));
  }

  private String refusal(String url) {
    IOException refusal = assertThrows(IOException.class, () -> find(url));
    return String.valueOf(refusal.getMessage());
  }

  @Test
  void aServerThatDoesNotRunIsSaidToRefuse() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String url = "http://127.0.0.1:" + port + "/a";
    String refusal = refusal(url);
    assertTrue(refusal.startsWith(url + ": connection refused (after "), refusal);
  }

  @Test
  void aFileIsFoundByItsFirstByteAndReadByRanges() throws Exception {
    StoredFile file = find(server.url("/a"));
    assertEquals(new StoredFile(URI.create(server.url("/a")), BYTES.length, "\"one\""), file);
    requireRead(file);
    for (WebServer.Asked asked : server.asked()) {
      assertEquals("identity", asked.headers().getFirst("Accept-Encoding"));
    }
    assertEquals("bytes=0-0", server.asked().getFirst().headers().getFirst("Range"));
    assertEquals("\"one\"", server.asked().getLast().headers().getFirst("If-Match"));
  }

  /// It is signed, so that it is sent to the letter, and a key, so that nobody reads of it.
  @Test
  void aQueryIsSentAndNotShown() throws Exception {
    String url = server.url("/a") + "?X-Signature=a%2Fb+c%3D&n=%5B1";
    StoredFile file = find(url);
    requireRead(file);
    for (WebServer.Asked asked : server.asked()) {
      assertEquals("X-Signature=a%2Fb+c%3D&n=%5B1", asked.target().getRawQuery());
    }
    assertEquals(server.url("/a"), file.toString());
    assertEquals("a", file.name());
    assertFalse(refusal(server.url("/b") + "?X-Signature=a").contains("Signature"));
  }

  @Test
  void aPathIsSentAsItIsWritten() throws Exception {
    server.serve("/refs%2Fparquet/a b", BYTES);
    server.serve("/", BYTES);
    StoredFile file = find(server.url("/refs%2Fparquet/a%20b+c"));
    assertEquals("/refs%2Fparquet/a%20b+c", server.asked().getLast().target().getRawPath());
    assertEquals("a b+c", file.name());
  }

  @Test
  void withoutAStrongTagTheTimeIsTheVersion() throws Exception {
    String time = "Sun, 06 Nov 1994 08:49:37 GMT";
    server.serve("/weak", BYTES, "ETag", "W/\"one\"", "Last-Modified", time);
    StoredFile file = find(server.url("/weak"));
    assertEquals(time, file.version());
    requireRead(file);
    server.serve("/plain", BYTES);
    StoredFile plain = find(server.url("/plain"));
    assertEquals("", plain.version());
    requireRead(plain);
  }

  @Test
  void aFileThatWasReplacedIsNamed() throws Exception {
    AtomicInteger version = new AtomicInteger();
    server.on("/b", exchange -> WebServer.send(exchange, BYTES, "ETag", "\"" + version + "\""));
    server.on("/c", exchange -> WebServer.send(exchange, new byte[50_000 + version.get()]));
    server.on(
        "/d",
        exchange -> {
          if (version.get() == 0) {
            WebServer.send(exchange, BYTES, "ETag", "\"x\"");
          } else {
            exchange.sendResponseHeaders(412, -1);
          }
        });
    for (String path : List.of("/b", "/c", "/d")) {
      version.set(0);
      StoredFile file = find(server.url(path));
      version.set(1);
      long before = server.asked().size();
      MalformedDataException error =
          assertThrows(MalformedDataException.class, () -> read(file, 0, 10));
      assertTrue(String.valueOf(error.getMessage()).contains(server.url(path)));
      assertTrue(String.valueOf(error.getMessage()).contains("replaced"), error.getMessage());
      assertEquals(1, server.asked().size() - before);
    }
  }

  @Test
  void anEmptyFileHasNoBytes() throws Exception {
    server.on(
        "/empty",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Range", "bytes */0");
          exchange.sendResponseHeaders(416, -1);
        });
    assertEquals(0, find(server.url("/empty")).size());
  }

  @Test
  void aServerThatSendsNoRangesIsRefused() {
    server.on(
        "/whole",
        exchange -> {
          exchange.sendResponseHeaders(200, 1L << 40);
          exchange.getResponseBody().write(BYTES);
        });
    String refusal = refusal(server.url("/whole"));
    assertTrue(refusal.startsWith(server.url("/whole") + ": the server does not send parts"));
    for (String length : List.of("*", "0", "-5", "9223372036854775808", "")) {
      String path = "/length" + length;
      server.on(
          path,
          exchange -> {
            exchange.getResponseHeaders().set("Content-Range", "bytes 0-0/" + length);
            exchange.sendResponseHeaders(206, 1);
            exchange.getResponseBody().write(1);
          });
      // Written so that a * is no glob.
      String refused = refusal(server.url(path.replace("*", "%2A")));
      assertTrue(refused.contains("does not say how long the file is"), refused);
    }
  }

  @Test
  void whatStaysIsAskedForOnce() {
    for (int status : List.of(400, 401, 403, 404, 405, 410, 501)) {
      server.on("/" + status, exchange -> exchange.sendResponseHeaders(status, -1));
      long before = server.asked().size();
      String refusal = refusal(server.url("/" + status) + "?key=1");
      assertTrue(refusal.startsWith(server.url("/" + status) + ": " + status), refusal);
      assertEquals(1, server.asked().size() - before);
    }
    assertThrows(FileNotFoundException.class, () -> find(server.url("/404")));
    assertTrue(refusal(server.url("/403")).contains("expired"));
  }

  @Test
  void whatPassesIsAskedForAgain() throws Exception {
    for (int status : List.of(408, 429, 500, 502, 503, 504)) {
      AtomicInteger count = new AtomicInteger();
      server.on(
          "/" + status,
          exchange -> {
            if (count.getAndIncrement() == 0) {
              exchange.sendResponseHeaders(status, 5);
              exchange.getResponseBody().write("sorry".getBytes(StandardCharsets.UTF_8));
            } else {
              WebServer.send(exchange, BYTES);
            }
          });
      assertEquals(BYTES.length, find(server.url("/" + status)).size());
      assertEquals(2, count.get());
    }
  }

  /// Neither to the first byte, nor between two.
  @Test
  void aSilentServerIsGivenUp() throws Exception {
    AtomicInteger count = new AtomicInteger();
    server.on(
        "/silent",
        exchange -> {
          if (count.getAndIncrement() == 0) {
            sleep(1_000);
          }
          WebServer.send(exchange, BYTES);
        });
    StoredFile file = find(server.url("/silent"));
    assertEquals(2, count.get());
    server.on(
        "/half",
        exchange -> {
          if (count.getAndIncrement() == 2) {
            exchange.getResponseHeaders().set("Content-Range", "bytes 0-9/" + BYTES.length);
            exchange.sendResponseHeaders(206, 10);
            exchange.getResponseBody().write(BYTES, 0, 5);
            exchange.getResponseBody().flush();
            sleep(1_000);
          } else {
            WebServer.send(exchange, BYTES);
          }
        });
    StoredFile half = new StoredFile(URI.create(server.url("/half")), file.size(), "");
    assertArrayEquals(Arrays.copyOf(BYTES, 10), read(half, 0, 10));
    assertEquals(4, count.get());
  }

  /// A byte at a time: never silent, and never done.
  @Test
  void aServerThatDripsIsGivenUp() throws Exception {
    AtomicInteger count = new AtomicInteger();
    server.on(
        "/drip",
        exchange -> {
          if (count.getAndIncrement() > 0) {
            WebServer.send(exchange, BYTES);
            return;
          }
          exchange.getResponseHeaders().set("Content-Range", "bytes 0-999/" + BYTES.length);
          exchange.sendResponseHeaders(206, 1_000);
          for (int i = 0; i < 100; i++) {
            exchange.getResponseBody().write(BYTES[i]);
            exchange.getResponseBody().flush();
            sleep(30);
          }
        });
    StoredFile file = new StoredFile(URI.create(server.url("/drip")), BYTES.length, "");
    long begun = System.nanoTime();
    assertArrayEquals(Arrays.copyOf(BYTES, 1_000), read(file, 0, 1_000));
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    assertEquals(2, count.get());
    assertTrue(millis >= 300 && millis < 2_000, () -> millis + " ms");
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void redirectsAreFollowedWithoutSecrets() throws Exception {
    try (WebServer other = WebServer.start()) {
      other.serve("/far", BYTES, "ETag", "\"far\"");
      server.redirect("/one", 302, "two?of=3");
      server.redirect("/two", 307, other.url("/far") + "?signed=1");
      StoredFile file = find(server.url("/one") + "?mine=1");
      assertEquals("\"far\"", file.version());
      requireRead(file);
      for (WebServer.Asked asked : other.asked()) {
        assertEquals("signed=1", asked.target().getRawQuery());
        for (String header : List.of("Authorization", "Cookie", "Referer")) {
          assertFalse(asked.headers().containsKey(header), header);
        }
      }
    }
  }

  @Test
  void redirectsEnd() {
    server.redirect("/loop", 301, "/loop");
    assertTrue(refusal(server.url("/loop")).contains("more than 5 redirects"));
    assertEquals(6, server.asked().size());
    List<String> wrong =
        List.of("ftp://h/x?k=1", "file:/etc/passwd", "mailto:a", "http:/a", "http://a b?k=1");
    for (int i = 0; i < wrong.size(); i++) {
      server.redirect("/" + i, 302, wrong.get(i));
      String refusal = refusal(server.url("/" + i));
      assertTrue(refusal.contains("302 redirects to what is no"), refusal);
      assertFalse(refusal.contains("k=1"), refusal);
    }
    server.on("/nowhere", exchange -> exchange.sendResponseHeaders(302, -1));
    assertTrue(refusal(server.url("/nowhere")).contains("without saying where"));
  }

  @Test
  void whatIsNotOneFileIsRefused() {
    for (String url :
        List.of("http://h", "http://h/", "http://h/a/?k=1", "http://h/*.csv", "http://h/a/**")) {
      String refusal = refusal(url);
      assertTrue(refusal.contains("does not list its files"), refusal);
      assertFalse(refusal.contains("k=1"), refusal);
    }
    assertTrue(refusal("http://h/a#b").contains("#"));
    assertTrue(refusal("http:a").contains("expected https://HOST/PATH"));
  }

  @Test
  void locationsOfTheWebAreDatasets() {
    IllegalArgumentException user =
        assertThrows(
            IllegalArgumentException.class,
            () -> Dataset.open("https://user:secret@host/a.csv?k=1"));
    assertTrue(String.valueOf(user.getMessage()).startsWith("https://...: a user or password"));
    IllegalArgumentException glob =
        assertThrows(
            IllegalArgumentException.class, () -> Dataset.open("https://host/{a,b}.csv?k=1"));
    assertTrue(
        String.valueOf(glob.getMessage()).startsWith("https://host/{a,b}.csv: "),
        glob.getMessage());
    IOException unknown =
        assertThrows(
            IOException.class, () -> Dataset.open(storage, server.url("/none.csv") + "?k=1"));
    assertTrue(
        String.valueOf(unknown.getMessage()).startsWith(server.url("/none.csv") + ": 404"),
        unknown.getMessage());
  }

  @Test
  void aServerThatIsNotThereIsNamedSoon() {
    long begun = System.nanoTime();
    String refusal = refusal("http://127.0.0.1:9/a?k=1");
    assertTrue(refusal.startsWith("http://127.0.0.1:9/a: "), refusal);
    assertTrue(refusal.contains("5 attempts"), refusal);
    assertTrue(System.nanoTime() - begun < 10_000_000_000L);
  }
}
