package io.zenith.s3;

import io.zenith.testserver.Fault;
import io.zenith.testserver.FaultProxy;
import io.zenith.testserver.Faults;
import io.zenith.testserver.S3Server;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A bucket `data` on a real server, and a proxy before it: both a store and a web server.
final class Bucket implements AutoCloseable {
  static final String NAME = "data";

  private static final Duration SILENCE = Duration.ofMillis(500);

  private final S3Server server;
  private final FaultProxy proxy;
  private final S3Storage storage;
  private final HttpStorage web;

  private Bucket(S3Server server, FaultProxy proxy) {
    this.server = server;
    this.proxy = proxy;
    this.storage =
        new S3Storage().endpoint(proxy.endpoint().toString()).anonymous().silence(SILENCE);
    this.web = new HttpStorage(HttpClient::newBuilder, SILENCE);
  }

  /// Every fault that passes, with so much probability in all.
  static Faults everything(double probability) {
    Faults.Builder faults = Faults.builder().stall(Duration.ofSeconds(2)).seed(1);
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

  /// Starts both.
  ///
  /// @param folder where the server keeps the objects
  static Bucket start(Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve(NAME));
    S3Server server = S3Server.startAnonymous(folder);
    try {
      return new Bucket(server, FaultProxy.start(server.endpoint()));
    } catch (Throwable e) {
      server.close();
      throw e;
    }
  }

  /// The storage behind the proxy.
  S3Storage storage() {
    return storage;
  }

  /// The storage of [#url].
  HttpStorage web() {
    return web;
  }

  void put(String key, byte[] bytes) throws IOException {
    server.put(NAME, key, bytes);
  }

  void put(String key, Path file) throws IOException {
    server.put(NAME, key, file);
  }

  /// What goes wrong from now on.
  void faults(Faults faults) {
    proxy.faults(faults);
  }

  FaultProxy proxy() {
    return proxy;
  }

  static String uri(String key) {
    return "s3://" + NAME + "/" + key;
  }

  /// Where the object is for those who know nothing of buckets.
  String url(String key) {
    return proxy.endpoint() + "/" + NAME + "/" + key;
  }

  @Override
  public void close() {
    proxy.close();
    server.close();
  }
}
