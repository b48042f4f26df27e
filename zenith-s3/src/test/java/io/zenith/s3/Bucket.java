package io.zenith.s3;

import io.zenith.testserver.FaultProxy;
import io.zenith.testserver.Faults;
import io.zenith.testserver.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// A bucket `data` on a real server, and a proxy before it.
final class Bucket implements AutoCloseable {
  static final String NAME = "data";

  private final S3Server server;
  private final FaultProxy proxy;
  private final S3Storage storage;

  private Bucket(S3Server server, FaultProxy proxy) {
    this.server = server;
    this.proxy = proxy;
    this.storage =
        new S3Storage()
            .endpoint(proxy.endpoint().toString())
            .anonymous()
            .silence(Duration.ofMillis(500));
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

  @Override
  public void close() {
    proxy.close();
    server.close();
  }
}
