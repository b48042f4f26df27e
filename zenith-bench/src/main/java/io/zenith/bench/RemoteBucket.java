package io.zenith.bench;

import io.zenith.s3.S3Storage;
import io.zenith.testserver.FaultProxy;
import io.zenith.testserver.Faults;
import io.zenith.testserver.S3Server;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// A bucket on a server of this machine, behind a wire that is as slow as a real one.
final class RemoteBucket implements AutoCloseable {
  private static final String NAME = "data";

  private final S3Server server;
  private final FaultProxy wire;

  private RemoteBucket(S3Server server, FaultProxy wire) {
    this.server = server;
    this.wire = wire;
  }

  /// @param folder where the objects are
  static RemoteBucket start(Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve(NAME));
    S3Server server = S3Server.startAnonymous(folder);
    try {
      return new RemoteBucket(server, FaultProxy.start(server.endpoint()));
    } catch (Throwable e) {
      server.close();
      throw e;
    }
  }

  void put(String key, Path file) throws IOException {
    server.put(NAME, key, file);
  }

  /// What the wire is like from now on.
  ///
  /// @param latency what each request waits
  /// @param bytesPerSecond of all answers together
  void wire(Duration latency, long bytesPerSecond) {
    wire.faults(Faults.builder().latency(latency).bytesPerSecond(bytesPerSecond).build());
  }

  /// Bytes of bodies that came by the wire so far.
  long bytes() {
    return wire.counters().bodyBytes();
  }

  /// Behind the wire.
  String endpoint() {
    return wire.endpoint().toString();
  }

  S3Storage storage() {
    return new S3Storage().endpoint(endpoint()).anonymous();
  }

  static String location(String key) {
    return "s3://" + NAME + "/" + key;
  }

  /// Where an object is for plain HTTP.
  URI url(String key) {
    return wire.endpoint().resolve("/" + NAME + "/" + key);
  }

  @Override
  public void close() {
    wire.close();
    server.close();
  }
}
