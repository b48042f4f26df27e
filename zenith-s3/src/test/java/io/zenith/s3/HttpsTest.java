package io.zenith.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that proves who it is, if only to those who trust its own word.
class HttpsTest {
  private static final char[] PASSWORD = "password".toCharArray();

  @TempDir private static Path folder;

  private static SSLContext identity;
  private static WebServer server;

  @BeforeAll
  static void start() throws Exception {
    identity = identity(folder.resolve("keys"));
    server = WebServer.start(identity);
    server.serve("/a", new byte[1_000]);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /// A new key, which has signed itself.
  private static SSLContext identity(Path keys) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                String.valueOf(PASSWORD),
                "-keystore",
                keys.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertEquals(0, keytool.waitFor());
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, PASSWORD);
    }
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(store, PASSWORD);
    TrustManagerFactory trusted =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }

  private static HttpStorage trusting() {
    return new HttpStorage(
        () -> HttpClient.newBuilder().sslContext(identity), Duration.ofSeconds(2));
  }

  @Test
  void aServerThatIsTrustedIsRead() throws Exception {
    assertEquals(1_000, trusting().list(URI.create(server.url("/a"))).getFirst().size());
  }

  @Test
  void aServerThatNobodyVouchesForIsRefusedAtOnce() {
    long before = server.asked().size();
    IOException refusal =
        assertThrows(
            IOException.class, () -> new HttpStorage().list(URI.create(server.url("/a?k=1"))));
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.startsWith(server.url("/a") + ": "), message);
    assertTrue(message.contains("whom this JVM trusts") && !message.contains("attempt"), message);
    assertEquals(before, server.asked().size());
  }

  @Test
  void noRedirectLeadsToPlainText() throws Exception {
    try (WebServer plain = WebServer.start()) {
      plain.serve("/a", new byte[1_000]);
      plain.redirect("/up", 302, server.url("/a"));
      server.redirect("/down", 302, plain.url("/a?k=1"));
      IOException refusal =
          assertThrows(IOException.class, () -> trusting().list(URI.create(server.url("/down"))));
      assertTrue(
          String.valueOf(refusal.getMessage())
              .contains("from https to " + plain.url("/a") + ", which is not followed"),
          refusal.getMessage());
      assertEquals(0, plain.asked().size());
      assertEquals(1_000, trusting().list(URI.create(plain.url("/up"))).getFirst().size());
    }
  }
}
