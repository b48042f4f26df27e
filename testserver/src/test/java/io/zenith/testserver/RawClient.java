package io.zenith.testserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A client that asks once, never again, and tells exactly what came.
final class RawClient {
  private RawClient() {}

  enum End {
    COMPLETE,
    CLOSED,
    RESET
  }

  /// @param head without lines where none came
  /// @param body as far as it came
  /// @param end how the connection behaved
  /// @param took from the request to the end
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Response(Head head, byte[] body, End end, Duration took) {
    int status() {
      return head.status();
    }

    String header(String name) {
      return head.header(name).orElse("none");
    }

    String text() {
      return new String(body, UTF_8);
    }
  }

  static Response get(URI server, String target, String... headers) throws IOException {
    return ask("GET", server, target, headers);
  }

  static Response ask(String method, URI server, String target, String... headers)
      throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(method + " " + target + " HTTP/1.1");
    lines.add("Host: " + server.getAuthority());
    lines.addAll(List.of(headers));
    try (Wire wire = Wire.connect(new InetSocketAddress(server.getHost(), server.getPort()))) {
      wire.write(ByteBuffer.wrap(new Head(lines).bytes()));
      return new Reading(wire).read(method);
    }
  }

  private static final class Reading {
    private final Wire wire;
    private final long start = System.nanoTime();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private Head head = new Head(List.of());

    Reading(Wire wire) {
      this.wire = wire;
    }

    Response read(String method) throws IOException {
      End end;
      try {
        end = readAnswer(method);
      } catch (SocketException _) {
        end = End.RESET;
      }
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      return new Response(head, body.toByteArray(), end, took);
    }

    private End readAnswer(String method) throws IOException {
      head = wire.readHead().orElse(head);
      if (head.lines().isEmpty()) {
        return End.CLOSED;
      }
      if (head.says("Transfer-Encoding", "chunked")) {
        body.writeBytes(wire.readChunks());
        return End.COMPLETE;
      }
      boolean without = method.equals("HEAD");
      long length = without ? 0 : Long.parseLong(head.header("Content-Length").orElse("0"));
      ByteBuffer step = ByteBuffer.allocate(16 << 10);
      while (body.size() < length) {
        if (wire.read(step.clear()) < 0) {
          return End.CLOSED;
        }
        body.write(step.array(), 0, step.position());
      }
      return End.COMPLETE;
    }
  }
}
