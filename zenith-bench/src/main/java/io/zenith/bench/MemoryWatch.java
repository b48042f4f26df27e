package io.zenith.bench;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;

/// Looks every few milliseconds at how much memory this process has of its own.
final class MemoryWatch {
  private static final int MILLIS = 2;

  private MemoryWatch() {}

  /// The most that it had while something was read, in bytes.
  static double peak(PassReader.Pass pass) throws IOException, InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    FutureTask<Double> watch = new FutureTask<>(() -> watch(done));
    Thread.ofPlatform().daemon().start(watch);
    try {
      pass.run();
    } finally {
      done.set(true);
    }
    try {
      return watch.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private static double watch(AtomicBoolean done) throws IOException, InterruptedException {
    double most = ResidentMemory.own();
    while (!done.get()) {
      Thread.sleep(MILLIS);
      most = Math.max(most, ResidentMemory.own());
    }
    return most;
  }
}
