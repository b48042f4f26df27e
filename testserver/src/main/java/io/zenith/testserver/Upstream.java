package io.zenith.testserver;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;

/// The connection to the server that one connection of a client is passed on through: made when
/// needed, and kept.
final class Upstream implements Closeable {
  private final InetSocketAddress address;
  private Optional<Wire> wire = Optional.empty();

  Upstream(InetSocketAddress address) {
    this.address = address;
  }

  /// The answer of the server, whose body is to be read before the next request.
  Answer ask(Head request) throws IOException {
    if (wire.isPresent()) {
      try {
        return ask(request, wire.get());
      } catch (IOException _) {
        // A server may close a connection that was idle, just then. Reading twice does no harm.
        close();
      }
    }
    Wire made = Wire.connect(address);
    wire = Optional.of(made);
    return ask(request, made);
  }

  private static Answer ask(Head request, Wire server) throws IOException {
    server.write(ByteBuffer.wrap(request.bytes()));
    return Answer.read(request, server);
  }

  /// Closes the connection, and with it an answer that was not read to its end.
  @Override
  public void close() throws IOException {
    if (wire.isPresent()) {
      wire.get().close();
      wire = Optional.empty();
    }
  }
}
