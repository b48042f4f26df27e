package io.zenith.testserver;

import io.zenith.testserver.FaultProxy.Plan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// A connection of a client: its requests one after the other, each with the fault it is to meet.
///
/// A fault that does not apply to an answer, such as half a body where there is none, leaves the
/// answer as it is and does not count.
final class Connection {
  private static final int NOT_IMPLEMENTED = 501;
  private static final int INTERNAL_ERROR = 500;
  private static final int SLOW_DOWN = 503;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int PRECONDITION_FAILED = 412;

  private final Wire client;
  private final Upstream server;
  private final Supplier<Plan> plans;
  private final Tally tally;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(Throttle.STEP);
  private boolean running;

  private Connection(Wire client, Upstream server, Supplier<Plan> plans, Tally tally) {
    this.client = client;
    this.server = server;
    this.plans = plans;
    this.tally = tally;
  }

  /// Serves this client until it leaves, the server does, or a fault ends the connection.
  static void serve(
      SocketChannel channel, InetSocketAddress target, Supplier<Plan> plans, Tally tally) {
    try (Wire client = new Wire(channel);
        Upstream server = new Upstream(target)) {
      Connection connection = new Connection(client, server, plans, tally);
      Optional<Head> request = client.readHead();
      while (request.isPresent() && connection.serve(request.get())) {
        request = client.readHead();
      }
    } catch (IOException | InterruptedException _) {
      // A side has left, or the proxy is closed. The client sees its connection end.
    }
  }

  /// Whether another request may follow.
  private boolean serve(Head request) throws IOException, InterruptedException {
    Plan plan = plans.get();
    Optional<Fault> fault = plan.faults().of(plan.requests().getAndIncrement(), request.path());
    tally.begin(request);
    running = true;
    try {
      Thread.sleep(plan.faults().latency());
      if (!List.of("GET", "HEAD").contains(request.method())) {
        send(Answer.error(request, NOT_IMPLEMENTED, "NotImplemented"), plan);
        return false;
      }
      boolean goesOn =
          fault.isPresent() ? spoil(request, fault.get(), plan) : send(server.ask(request), plan);
      return goesOn && !request.says("Connection", "close");
    } finally {
      end();
    }
  }

  private boolean spoil(Head request, Fault fault, Plan plan)
      throws IOException, InterruptedException {
    return switch (fault) {
      case SLOW_DOWN -> refuse(request, fault, SLOW_DOWN, "SlowDown", plan);
      case TOO_MANY_REQUESTS -> refuse(request, fault, TOO_MANY_REQUESTS, "TooManyRequests", plan);
      case INTERNAL_ERROR -> refuse(request, fault, INTERNAL_ERROR, "InternalError", plan);
      case RESET_BEFORE_ANSWER -> {
        tally.met(fault);
        end();
        client.reset();
        yield false;
      }
      case RESET_IN_BODY, TRUNCATED_BODY, STALLED_BODY ->
          breakOff(server.ask(request), fault, plan);
      case WRONG_RANGE -> shift(server.ask(request), plan);
      case CHANGED_ETAG -> replace(request, server.ask(request), plan);
    };
  }

  private boolean refuse(Head request, Fault fault, int status, String code, Plan plan)
      throws IOException, InterruptedException {
    tally.met(fault);
    return send(Answer.error(request, status, code), plan);
  }

  private boolean breakOff(Answer answer, Fault fault, Plan plan)
      throws IOException, InterruptedException {
    if (answer.length() == 0) {
      return send(answer, plan);
    }
    tally.met(fault);
    sendHead(answer);
    sendBody(answer, answer.length() / 2, plan);
    if (fault == Fault.RESET_IN_BODY) {
      client.reset();
    } else if (fault == Fault.STALLED_BODY) {
      Thread.sleep(plan.faults().stall());
    }
    return false;
  }

  /// Makes the answer one of the range beside its own. The byte at the far end of that is not at
  /// hand, and a zero instead.
  private boolean shift(Answer answer, Plan plan) throws IOException, InterruptedException {
    Optional<ContentRange> range = answer.head().header("Content-Range").map(ContentRange::parse);
    if (answer.length() == 0 || range.isEmpty() || range.get().isWhole()) {
      return send(answer, plan);
    }
    tally.met(Fault.WRONG_RANGE);
    boolean back = range.get().reachesEnd();
    ContentRange other = back ? range.get().previous() : range.get().next();
    sendHead(answer.with("Content-Range", other.toString()));
    if (back) {
      sendZero();
      sendBody(answer, answer.length() - 1, plan);
      answer.next(buffer, 1);
    } else {
      answer.next(buffer, 1);
      sendBody(answer, answer.length() - 1, plan);
      sendZero();
    }
    return goesOn(answer);
  }

  private boolean replace(Head request, Answer answer, Plan plan)
      throws IOException, InterruptedException {
    Optional<String> tag = answer.head().header("ETag");
    if (tag.isEmpty()) {
      return send(answer, plan);
    }
    tally.met(Fault.CHANGED_ETAG);
    if (request.header("If-Match").isPresent()) {
      server.close(); // the answer is not read
      return send(Answer.error(request, PRECONDITION_FAILED, "PreconditionFailed"), plan);
    }
    return send(answer.with("ETag", "\"replaced-" + tag.get().replace("\"", "") + '"'), plan);
  }

  private boolean send(Answer answer, Plan plan) throws IOException, InterruptedException {
    sendHead(answer);
    sendBody(answer, answer.length(), plan);
    return goesOn(answer);
  }

  private static boolean goesOn(Answer answer) {
    return !answer.head().says("Connection", "close");
  }

  private void sendHead(Answer answer) throws IOException {
    if (answer.length() == 0) {
      end();
    }
    client.write(ByteBuffer.wrap(answer.head().bytes()));
  }

  private void sendBody(Answer answer, long bytes, Plan plan)
      throws IOException, InterruptedException {
    Throttle throttle = plan.throttle();
    long left = bytes;
    while (left > 0) {
      ByteBuffer step = answer.next(buffer, Math.min(left, throttle.step()));
      left -= step.remaining();
      throttle.await(step.remaining());
      tally.sends(step.remaining());
      if (left == 0) {
        end();
      }
      client.write(step);
    }
  }

  private void sendZero() throws IOException {
    tally.sends(1);
    client.write(ByteBuffer.allocate(1));
  }

  /// Counts the request as done, once. What is sent counts before it is: a client that has it all
  /// finds it counted, and does not meet itself when it asks again.
  private void end() {
    if (running) {
      running = false;
      tally.end();
    }
  }
}
