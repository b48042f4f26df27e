package io.zenith.testserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// Stands before an HTTP server and passes on what clients read from it: later, slower, or wrong,
/// as its [Faults] say.
///
/// It takes `GET` and `HEAD` without a body, by HTTP/1.1 with connections that are kept. The heads
/// of requests pass unchanged, `Host` included, so that signatures hold. It listens on the loopback
/// interface only. All methods may be called by any thread.
public final class FaultProxy implements AutoCloseable {
  private final InetSocketAddress target;
  private final ServerSocketChannel listening;
  private final URI endpoint;
  private final ExecutorService connections = Executors.newVirtualThreadPerTaskExecutor();
  private final Tally tally = new Tally();
  private volatile Plan plan = new Plan(Faults.none());

  /// Faults at work: what they count and share starts anew with them.
  record Plan(Faults faults, Throttle throttle, AtomicLong requests) {
    private Plan(Faults faults) {
      this(faults, new Throttle(faults.bytesPerSecond()), new AtomicLong());
    }
  }

  private FaultProxy(InetSocketAddress target, ServerSocketChannel listening) throws IOException {
    this.target = target;
    this.listening = listening;
    int port = ((InetSocketAddress) listening.getLocalAddress()).getPort();
    endpoint = URI.create("http://127.0.0.1:" + port);
  }

  /// Starts one without faults, before the server at this place.
  public static FaultProxy start(URI target) throws IOException {
    ServerSocketChannel listening =
        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    FaultProxy proxy =
        new FaultProxy(new InetSocketAddress(target.getHost(), target.getPort()), listening);
    proxy.connections.execute(proxy::accept);
    return proxy;
  }

  /// Where clients find it.
  public URI endpoint() {
    return endpoint;
  }

  /// Puts these faults in place of those before, for requests from now on, whose numbers start at
  /// 0.
  public void faults(Faults faults) {
    plan = new Plan(faults);
  }

  /// What it has seen and done so far.
  public Counters counters() {
    return tally.counters();
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel client = listening.accept();
        connections.execute(() -> Connection.serve(client, target, () -> plan, tally));
      }
    } catch (IOException _) {
      // closed: accepting has no other end
    }
  }

  /// Closes all connections, whatever goes on in them.
  @Override
  public void close() {
    // The interrupt closes the channels, and ends what waits.
    connections.shutdownNow();
    connections.close();
  }
}
