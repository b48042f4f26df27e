package io.zenith.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/// Does many independent things, one thread a processor.
public final class Workers {
  private static final long MOST_SECONDS = 600;

  private Workers() {}

  /// One thing to do.
  @FunctionalInterface
  public interface Work {
    void run(int number) throws Exception;
  }

  /// Does the work for each number below `count`. The first failure ends it, and so does work that
  /// hangs, with the stack of its thread.
  public static void run(int count, Work work) throws Exception {
    AtomicInteger next = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    List<FutureTask<?>> loops = new ArrayList<>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      FutureTask<?> loop =
          new FutureTask<>(() -> {
            for (int n = next.getAndIncrement(); n < count; n = next.getAndIncrement()) {
              work.run(n);
            }
            return null;
          });
      loops.add(loop);
      threads.add(Thread.ofPlatform().daemon().start(loop));
    }
    try {
      for (int i = 0; i < loops.size(); i++) {
        finish(loops.get(i), threads.get(i));
      }
    } finally {
      next.set(count);
    }
  }

  private static void finish(FutureTask<?> loop, Thread thread) throws Exception {
    try {
      loop.get(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("hangs at\n" + Arrays.toString(thread.getStackTrace()), e);
    }
  }
}
