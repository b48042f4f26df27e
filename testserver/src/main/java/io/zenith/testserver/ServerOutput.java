package io.zenith.testserver;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/// What S3Proxy writes: read to its end, so that it never waits for us, and the last of it kept.
///
/// Jetty writes the port that it was given, by a line which ends in `{127.0.0.1:PORT}`.
final class ServerOutput {
  private static final String LISTENS = "{127.0.0.1:";
  private static final int LINES_KEPT = 200;

  private final Deque<String> lines = new ArrayDeque<>();
  private final CompletableFuture<Integer> port = new CompletableFuture<>();

  private ServerOutput() {}

  /// Reads on a thread of its own, until the process ends.
  static ServerOutput of(Process process) {
    ServerOutput output = new ServerOutput();
    BufferedReader reader = process.inputReader();
    Thread.ofPlatform().daemon().name("s3proxy-output").start(() -> output.readAll(reader));
    return output;
  }

  /// The port, once the server listens; fails when it ends without.
  Future<Integer> port() {
    return port;
  }

  /// The last lines.
  @Override
  public synchronized String toString() {
    return String.join("\n", lines);
  }

  private void readAll(BufferedReader reader) {
    try (reader) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      add(e.toString());
    }
    port.completeExceptionally(new IOException("S3Proxy has ended"));
  }

  private synchronized void add(String line) {
    lines.add(line);
    if (lines.size() > LINES_KEPT) {
      lines.remove();
    }
    int at = line.indexOf(LISTENS);
    if (at >= 0) {
      int end = line.indexOf('}', at);
      port.complete(Integer.valueOf(line.substring(at + LISTENS.length(), end)));
    }
  }
}
