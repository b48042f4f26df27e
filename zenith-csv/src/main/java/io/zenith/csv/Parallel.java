package io.zenith.csv;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/// Work on the parts of a file by several threads.
final class Parallel {
  private Parallel() {}

  /// Work on one part.
  @FunctionalInterface
  interface Work {
    void run(int part) throws IOException;
  }

  /// Does the work for each part, in any order, and waits for it. The calling thread does its
  /// share.
  ///
  /// @param text whose parts they are
  /// @throws IOException and unchecked exceptions: those of the first part that has failed
  static void run(int parts, Text text, Work work) throws IOException {
    int threads = Math.min(parts, text.readers());
    AtomicInteger next = new AtomicInteger();
    Throwable[] failures = new Throwable[parts];
    Runnable loop =
        () -> {
          for (int part = next.getAndIncrement(); part < parts; part = next.getAndIncrement()) {
            try {
              work.run(part);
            } catch (Throwable e) {
              failures[part] = e;
              next.set(parts);
            }
          }
        };
    Thread.Builder builder = text.isFar() ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
    List<FutureTask<?>> others = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      FutureTask<?> other = new FutureTask<>(loop, null);
      others.add(other);
      builder.name("zenith-csv-" + i).start(other);
    }
    loop.run();
    await(others, next, parts);
    for (Throwable failure : failures) {
      switch (failure) {
        case null -> {}
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IllegalStateException(failure);
      }
    }
  }

  private static void await(List<FutureTask<?>> others, AtomicInteger next, int parts)
      throws InterruptedIOException {
    boolean interrupted = false;
    for (FutureTask<?> other : others) {
      boolean done = false;
      while (!done) {
        try {
          other.get();
          done = true;
        } catch (InterruptedException _) {
          interrupted = true;
          next.set(parts);
        } catch (ExecutionException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a file was looked through");
    }
  }
}
