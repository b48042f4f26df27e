package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class RingTest {
  private static final Tasks TASKS = new ThreadTasks(1);

  @Test
  void resultsComeInOrderFromAnyNumberOfProducers() {
    Property.check(
        100,
        (random, _) -> {
          int capacity = 1 + random.nextInt(7);
          int results = 200;
          Ring<Long> ring = new Ring<>(TASKS, capacity);
          AtomicLong next = new AtomicLong();
          List<Thread> producers = new ArrayList<>();
          for (int i = 0; i <= random.nextInt(capacity); i++) {
            SplittableRandom own = random.split();
            producers.add(Thread.ofVirtual().start(() -> produce(ring, next, results, own)));
          }
          for (long expected = 0; expected < results; expected++) {
            assertEquals(expected, ring.take());
          }
          for (Thread producer : producers) {
            producer.join();
          }
          assertEquals(List.of(), ring.close());
        });
  }

  /// Takes numbers in order, as a planner does, and puts them after a random time.
  private static void produce(
      Ring<Long> ring, AtomicLong next, int results, SplittableRandom random) {
    try {
      for (long number = next.getAndIncrement();
          number < results;
          number = next.getAndIncrement()) {
        assertTrue(ring.awaitSlot(number));
        if (random.nextInt(8) == 0) {
          LockSupport.parkNanos(random.nextInt(20_000));
        }
        assertTrue(ring.put(number, number));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aSlotIsWaitedForUntilTheConsumerHasMoved() throws Exception {
    Ring<String> ring = new Ring<>(TASKS, 2);
    assertTrue(ring.awaitSlot(0) && ring.awaitSlot(1));
    CompletableFuture<Boolean> third = elsewhere(() -> ring.awaitSlot(2));
    assertThrows(TimeoutException.class, () -> third.get(20, TimeUnit.MILLISECONDS));
    ring.put(1, "b");
    assertFalse(third.isDone());
    ring.put(0, "a");
    assertEquals("a", ring.take());
    assertTrue(third.get(30, TimeUnit.SECONDS));
    assertEquals("b", ring.take());
  }

  @Test
  void closingWakesAllAndHandsOverWhatWasNotTaken() throws Exception {
    Ring<String> ring = new Ring<>(TASKS, 2);
    ring.put(1, "b");
    CompletableFuture<Boolean> producer = elsewhere(() -> ring.awaitSlot(2));
    CompletableFuture<String> consumer = elsewhere(ring::take);
    Thread.sleep(10);
    assertTrue(ring.isOpen());
    assertEquals(List.of("b"), ring.close());
    assertFalse(producer.get(30, TimeUnit.SECONDS));
    assertEquals(
        IllegalStateException.class,
        assertThrows(Exception.class, () -> consumer.get(30, TimeUnit.SECONDS))
            .getCause()
            .getClass());
    assertFalse(ring.isOpen());
    assertFalse(ring.put(0, "a"));
    assertFalse(ring.awaitSlot(0));
    assertEquals(List.of(), ring.close());
    assertThrows(IllegalStateException.class, ring::take);
  }

  private static <T> CompletableFuture<T> elsewhere(java.util.concurrent.Callable<T> body) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            result.complete(body.call());
          } catch (Throwable e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }
}
