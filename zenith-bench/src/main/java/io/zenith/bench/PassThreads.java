package io.zenith.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// Threads that share the parts of a pass: each takes the next part when it is done with one.
final class PassThreads implements AutoCloseable {
  private final int threads;
  private final ExecutorService pool;

  PassThreads(int threads) {
    this.threads = threads;
    this.pool = Executors.newFixedThreadPool(threads);
  }

  /// What a thread does with a part.
  @FunctionalInterface
  interface Work {
    /// Does it.
    ///
    /// @param thread which one, from 0
    /// @param part which one, from 0
    /// @return a number that depends on what was read
    double run(int thread, int part) throws IOException;
  }

  /// Has all parts done.
  ///
  /// @return the sum of what they give
  double sum(int parts, Work work) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    List<Callable<Double>> tasks = new ArrayList<>();
    for (int number = 0; number < threads; number++) {
      int thread = number;
      tasks.add(() -> {
        double sum = 0;
        for (int part = next.getAndIncrement(); part < parts; part = next.getAndIncrement()) {
          sum += work.run(thread, part);
        }
        return sum;
      });
    }
    double sum = 0;
    for (Future<Double> task : pool.invokeAll(tasks)) {
      try {
        sum += task.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException io
            ? new UncheckedIOException(io)
            : new IllegalStateException(e.getCause());
      }
    }
    return sum;
  }

  @Override
  public void close() {
    pool.close();
  }
}
