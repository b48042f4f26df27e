package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ThreadTasksTest {

  @Test
  void tasksEndInTheOrderOfClosingAndStartNoMore() {
    ThreadTasks tasks = new ThreadTasks(2);
    AtomicLong done = new AtomicLong();
    for (int i = 0; i < 20; i++) {
      assertTrue(tasks.startComputing(done::incrementAndGet));
    }
    CompletableFuture<Throwable> interrupted = new CompletableFuture<>();
    assertTrue(
        tasks.startWaiting(() -> {
          try {
            Thread.sleep(60_000);
            interrupted.complete(null);
          } catch (InterruptedException e) {
            interrupted.complete(e);
          }
        }));
    tasks.close();
    assertEquals(20, done.get(), "what was started is finished");
    assertEquals(InterruptedException.class, interrupted.join().getClass());
    assertFalse(tasks.startComputing(done::incrementAndGet));
    assertFalse(tasks.startWaiting(done::incrementAndGet));
    tasks.close();
    assertEquals(20, done.get());
  }

  @Test
  void noMoreThreadsComputeThanAskedFor() {
    ThreadTasks tasks = new ThreadTasks(3);
    Set<String> names = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 50; i++) {
      assertTrue(tasks.startComputing(() -> names.add(Thread.currentThread().getName())));
    }
    tasks.close();
    assertTrue(Set.of("zenith-decode-0", "zenith-decode-1", "zenith-decode-2").containsAll(names));
    assertFalse(names.isEmpty());
  }
}
