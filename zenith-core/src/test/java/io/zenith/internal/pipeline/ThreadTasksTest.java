package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
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
    tasks.close(() -> {});
    assertEquals(20, done.get(), "what was started is finished");
    assertEquals(InterruptedException.class, interrupted.join().getClass());
    assertFalse(tasks.startComputing(done::incrementAndGet));
    assertFalse(tasks.startWaiting(done::incrementAndGet));
    tasks.close(() -> {});
    assertEquals(20, done.get());
  }

  @Test
  void whatComesLastIsDoneAtOnceIfAllHasEnded() {
    ThreadTasks tasks = new ThreadTasks(2);
    AtomicReference<Thread> last = new AtomicReference<>();
    CompletableFuture<Boolean> called = new CompletableFuture<>();
    assertTrue(tasks.startComputing(() -> called.complete(tasks.call(Thread::yield))));
    assertTrue(called.join());
    tasks.close(() -> last.set(Thread.currentThread()));
    assertSame(Thread.currentThread(), last.get());
    assertFalse(tasks.call(() -> fail("called after the close")));
    tasks.close(() -> last.set(null));
    assertNull(last.get());
  }

  /// Neither an interrupt nor patience ends it: two closes return all the same, and what they leave
  /// to be done is done once, by the thread that ends last.
  @Test
  void whatComesLastIsDoneByTheLastOneOut() throws Exception {
    ThreadTasks tasks = new ThreadTasks(2);
    CountDownLatch running = new CountDownLatch(1);
    AtomicBoolean end = new AtomicBoolean();
    AtomicBoolean interrupted = new AtomicBoolean();
    assertTrue(
        tasks.startComputing(() -> {
          tasks.call(() -> {
            running.countDown();
            while (!end.get()) {
              Thread.onSpinWait();
            }
            interrupted.set(Thread.currentThread().isInterrupted());
          });
          assertFalse(Thread.currentThread().isInterrupted(), "left over");
        }));
    CompletableFuture<String> last = new CompletableFuture<>();
    AtomicLong times = new AtomicLong();
    running.await();
    for (int i = 0; i < 2; i++) {
      tasks.close(() -> {
        times.incrementAndGet();
        last.complete(Thread.currentThread().getName());
      });
      assertFalse(last.isDone(), "before all has ended");
    }
    end.set(true);
    assertEquals("zenith-decode-0", last.get(30, TimeUnit.SECONDS));
    assertTrue(interrupted.get());
    assertEquals(1, times.get());
  }

  /// Only code of the user's is: other work may be in the midst of opening a file.
  @Test
  void workThatComputesIsNotInterrupted() throws Exception {
    ThreadTasks tasks = new ThreadTasks(1);
    CountDownLatch running = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    assertTrue(
        tasks.startComputing(() -> {
          tasks.call(() -> Thread.currentThread().interrupt());
          interrupted.set(Thread.currentThread().isInterrupted());
          running.countDown();
          LockSupport.parkNanos(20_000_000);
          interrupted.compareAndSet(false, Thread.currentThread().isInterrupted());
        }));
    running.await();
    tasks.close(() -> {});
    assertFalse(interrupted.get());
  }

  @Test
  void noMoreThreadsComputeThanAskedFor() {
    ThreadTasks tasks = new ThreadTasks(3);
    Set<String> names = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 50; i++) {
      assertTrue(tasks.startComputing(() -> names.add(Thread.currentThread().getName())));
    }
    tasks.close(() -> {});
    assertTrue(Set.of("zenith-decode-0", "zenith-decode-1", "zenith-decode-2").containsAll(names));
    assertFalse(names.isEmpty());
  }
}
