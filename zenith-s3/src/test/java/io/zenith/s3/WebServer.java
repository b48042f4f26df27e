package io.zenith.s3;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/// A web server on this machine that does what it is told, and keeps what it was asked.
final class WebServer implements AutoCloseable {
  private final HttpServer server;
  private final String scheme;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  /// A request.
  record Asked(URI target, Headers headers) {}

  private WebServer(HttpServer server, String scheme) {
    this.server = server;
    this.scheme = scheme;
    server.setExecutor(threads);
    server.start();
  }

  static WebServer start() throws IOException {
    return new WebServer(HttpServer.create(anyPort(), 0), "http");
  }

  /// One that speaks TLS.
  static WebServer start(SSLContext identity) throws IOException {
    HttpsServer server = HttpsServer.create(anyPort(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(identity));
    return new WebServer(server, "https");
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /// Answers requests for a path so.
  void on(String path, HttpHandler handler) {
    server.createContext(
        path,
        exchange -> {
          asked.add(new Asked(exchange.getRequestURI(), exchange.getRequestHeaders()));
          try (exchange) {
            handler.handle(exchange);
          }
        });
  }

  /// Serves bytes, by range where one is asked for.
  void serve(String path, byte[] bytes, String... headers) {
    on(path, exchange -> send(exchange, bytes, headers));
  }

  /// Redirects requests.
  void redirect(String path, int status, String to) {
    on(
        path,
        exchange -> {
          exchange.getResponseHeaders().set("Location", to);
          exchange.sendResponseHeaders(status, -1);
        });
  }

  /// Sends bytes, or the range of them that is asked for.
  static void send(HttpExchange exchange, byte[] bytes, String... headers) throws IOException {
    for (int i = 0; i < headers.length; i += 2) {
      exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
    }
    Optional<String> range = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Range"));
    int from = range.map(text -> number(text, "=", "-")).orElse(0);
    int to = range.map(text -> number(text + "$", "-", "$") + 1).orElse(bytes.length);
    if (range.isPresent()) {
      exchange
          .getResponseHeaders()
          .set("Content-Range", new ContentRange(from, to - 1, bytes.length).toString());
    }
    exchange.sendResponseHeaders(range.isPresent() ? 206 : 200, to - from);
    exchange.getResponseBody().write(bytes, from, to - from);
  }

  private static int number(String text, String after, String before) {
    return Integer.parseInt(
        text.substring(text.indexOf(after) + 1, text.indexOf(before, text.indexOf(after) + 1)));
  }

  /// What was asked so far.
  List<Asked> asked() {
    return List.copyOf(asked);
  }

  String url(String path) {
    return scheme + "://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
