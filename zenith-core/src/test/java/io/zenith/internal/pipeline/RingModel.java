package io.zenith.internal.pipeline;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jetbrains.lincheck.Lincheck;

/// Lets Lincheck look for a schedule in which a [Ring] loses a result, delivers one twice or in
/// another order, or leaves someone waiting. It changes the classes of its JVM: run it in its own.
final class RingModel {
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final Ring<String> ring;

  private RingModel(int capacity) {
    ring = new Ring<>(new ThreadTasks(1), capacity);
  }

  /// Checks as many schedules of each model as the arguments say.
  public static void main(String[] arguments) {
    for (int i = 0; i < arguments.length; i += 2) {
      int schedules = Integer.parseInt(arguments[i + 1]);
      switch (arguments[i]) {
        case "order" -> Lincheck.runConcurrentTest(schedules, RingModel::order);
        case "close" -> Lincheck.runConcurrentTest(schedules, RingModel::close);
        case "bug" -> Lincheck.runConcurrentTest(schedules, RingModel::bug);
        default -> throw new IllegalArgumentException(arguments[i]);
      }
    }
  }

  /// Two producers, of which one has to wait for the consumer.
  private static void order() {
    RingModel model = new RingModel(2);
    Thread first = model.start(() -> model.produce(1));
    Thread second = model.start(() -> model.produce(0) && model.produce(2));
    model.consume(3);
    join(first);
    join(second);
    model.require("took 0", "took 1", "took 2");
  }

  /// Someone closes meanwhile: each result is taken, handed over or refused.
  private static void close() {
    RingModel model = new RingModel(1);
    Thread producer = model.start(() -> model.produce(0) && model.produce(1));
    Thread closer = model.start(() -> model.seen.addAll(model.ring.close()));
    try {
      model.consume(2);
    } catch (IllegalStateException _) {
      // closed
    }
    join(producer);
    join(closer);
    for (int result = 0; result < 2; result++) {
      String number = String.valueOf(result);
      long times = model.seen.stream().filter(what -> what.endsWith(number)).count();
      if (times > 1 || (times == 0 && (result == 0 || !model.seen.contains("refused 0")))) {
        throw new AssertionError("result " + number + ": " + model.seen);
      }
    }
  }

  /// A producer that does not wait for its second slot, which is lost if it is faster than the
  /// consumer.
  private static void bug() {
    RingModel model = new RingModel(1);
    Thread producer = model.start(() -> model.produce(0) && model.ring.put(1, "1"));
    model.consume(2);
    join(producer);
    model.require("took 0", "took 1");
  }

  private boolean produce(long number) throws InterruptedException {
    if (ring.awaitSlot(number) && ring.put(number, String.valueOf(number))) {
      return true;
    }
    seen.add("refused " + number);
    return false;
  }

  private void consume(int results) {
    try {
      for (int i = 0; i < results; i++) {
        seen.add("took " + ring.take());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void require(String... expected) {
    if (!seen.equals(List.of(expected))) {
      throw new AssertionError(seen);
    }
  }

  private Thread start(Callable<Boolean> body) {
    Thread thread =
        new Thread(() -> {
          try {
            body.call();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    thread.start();
    return thread;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
