package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Property;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BudgetTest {
  private static final long KIB = 1024;
  private static final long SMALLEST = 64 * KIB;

  private final Tasks tasks = new ThreadTasks(1);

  /// A block that has its memory.
  private static Block take(Budget budget, long bytes) throws InterruptedException {
    Block block = budget.acquire(bytes).orElseThrow();
    block.allocate(bytes, 8);
    return block;
  }

  private static long held() {
    return Ledger.open().stream()
        .map(Throwable::getMessage)
        .filter(what -> what.startsWith("block of "))
        .mapToLong(what -> Long.parseLong(what.substring(9, what.length() - 6)))
        .sum();
  }

  @Test
  void grantsAreRoundedUpByAtMostAnEighth() {
    assertEquals(0, Budget.grantFor(0));
    assertEquals(SMALLEST, Budget.grantFor(1));
    assertEquals(SMALLEST, Budget.grantFor(SMALLEST));
    assertEquals(2 * SMALLEST, Budget.grantFor(SMALLEST + 1));
    assertEquals(Long.MAX_VALUE, Budget.grantFor(Long.MAX_VALUE));
    Property.check(
        10_000,
        (random, _) -> {
          long bytes = random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63);
          long grant = Budget.grantFor(bytes);
          assertTrue(grant >= bytes, () -> grant + " for " + bytes);
          assertTrue(grant - bytes <= Math.max(SMALLEST, bytes / 8), () -> grant + " for " + bytes);
          assertTrue(Budget.grantFor(bytes + 1) >= grant);
        });
  }

  @Test
  void aSlabOfTheSameSizeIsUsedAgain() throws Exception {
    try (Budget budget = new Budget(tasks, 1024 * KIB, SMALLEST)) {
      Block first = budget.acquire(1000).orElseThrow();
      MemorySegment memory = first.allocate(1000, 8);
      budget.release(first);
      assertEquals(memory, budget.acquire(1000).orElseThrow().allocate(1000, 8));
      assertEquals(SMALLEST, budget.peak());
    }
  }

  @Test
  void idleSlabsGoFirstWhenRoomIsNeeded() throws Exception {
    try (Budget budget = new Budget(tasks, 4 * SMALLEST, 3 * SMALLEST)) {
      budget.release(take(budget, SMALLEST));
      budget.release(take(budget, 2 * SMALLEST));
      assertEquals(3 * SMALLEST, held());
      Block large = take(budget, 3 * SMALLEST);
      assertEquals(3 * SMALLEST, held());
      assertEquals(3 * SMALLEST, budget.peak());
      budget.release(large);
    }
    assertEquals(0, held());
  }

  @Test
  void aBudgetOfExactlyOneSplitLetsOneThroughAfterTheOther() throws Exception {
    try (Budget budget = new Budget(tasks, SMALLEST, SMALLEST)) {
      Block first = take(budget, SMALLEST);
      CompletableFuture<Optional<Block>> second = acquireElsewhere(budget, SMALLEST);
      assertThrows(
          java.util.concurrent.TimeoutException.class, () -> second.get(20, TimeUnit.MILLISECONDS));
      budget.release(first);
      assertTrue(second.get(30, TimeUnit.SECONDS).isPresent());
      assertEquals(SMALLEST, budget.peak());
      IllegalStateException none =
          assertThrows(IllegalStateException.class, () -> budget.charge(1));
      assertEquals(
          "a batch needs 1 bytes of memory besides 0 bytes, and 64.0 KiB of a budget of 64.0 KiB"
              + " are for splits: set memoryBudget or a smaller batch size",
          none.getMessage());
    }
  }

  private static CompletableFuture<Optional<Block>> acquireElsewhere(Budget budget, long bytes) {
    CompletableFuture<Optional<Block>> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            result.complete(budget.acquire(bytes));
          } catch (Throwable e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  /// The writer is at work on the memory, since a pipe holds less.
  @Test
  void aSlabThatNativeCodeHoldsIsFreedLater() throws Exception {
    Budget budget = new Budget(tasks, 4 * SMALLEST, 4 * SMALLEST);
    Block held = budget.acquire(4 * SMALLEST).orElseThrow();
    ByteBuffer memory = held.allocate(4 * SMALLEST, 8).asByteBuffer();
    Pipe pipe = Pipe.open();
    CompletableFuture<Integer> writer =
        CompletableFuture.supplyAsync(() -> {
          try (Pipe.SinkChannel sink = pipe.sink()) {
            return sink.write(memory);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    ByteBuffer read = ByteBuffer.allocate(1 << 10);
    pipe.source().read(read);
    budget.release(held);
    Block other = budget.acquire(SMALLEST).orElseThrow();
    assertThrows(IllegalStateException.class, () -> other.allocate(8, 8));
    while (pipe.source().read(read.clear()) >= 0) {}
    assertEquals(4 * SMALLEST, (long) writer.get(30, TimeUnit.SECONDS));
    pipe.source().close();
    other.allocate(8, 8);
    assertEquals(SMALLEST, held());
    budget.close();
    assertEquals(0, held());
  }

  @Test
  void closingWakesWhoeverWaits() throws Exception {
    Budget budget = new Budget(tasks, SMALLEST, SMALLEST);
    assertTrue(budget.acquire(1).isPresent());
    CompletableFuture<Optional<Block>> waiting = acquireElsewhere(budget, 1);
    Thread.sleep(10);
    budget.close();
    assertFalse(waiting.get(30, TimeUnit.SECONDS).isPresent());
    assertFalse(budget.acquire(1).isPresent());
    budget.close();
  }

  @Test
  void whatCanNeverBeGrantedIsRefusedAtOnce() throws Exception {
    try (Budget budget = new Budget(tasks, 1024 * KIB, 512 * KIB)) {
      for (long bytes : new long[] {1024 * KIB + 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
        assertThrows(IllegalStateException.class, () -> budget.acquire(bytes));
      }
      assertEquals(0, budget.peak());
    }
  }

  @Test
  void memoryThatTheMachineHasNotIsNotCountedAsGranted() throws Exception {
    long absurd = 1L << 60;
    try (Budget budget = new Budget(tasks, Long.MAX_VALUE, absurd)) {
      Block block = budget.acquire(absurd).orElseThrow();
      assertThrows(OutOfMemoryError.class, () -> block.allocate(absurd, 8));
      budget.release(block);
      take(budget, 1);
      assertEquals(SMALLEST, budget.peak());
    }
  }

  @Test
  void theConsumerHasAShareOfItsOwnWhateverIsLent() throws Exception {
    try (Budget budget = new Budget(tasks, 16 * SMALLEST, SMALLEST)) {
      for (int i = 0; i < 12; i++) {
        take(budget, SMALLEST);
      }
      CompletableFuture<Optional<Block>> thirteenth = acquireElsewhere(budget, SMALLEST);
      budget.charge(4 * SMALLEST);
      assertEquals(16 * SMALLEST, budget.peak());
      assertThrows(IllegalStateException.class, () -> budget.charge(1));
      budget.charge(-4 * SMALLEST);
      assertFalse(thirteenth.isDone());
    }
  }

  @Test
  void whereNothingIsDecodedTheConsumerHasAll() {
    try (Budget budget = new Budget(tasks, 1000, 0)) {
      budget.charge(1000);
      assertThrows(IllegalStateException.class, () -> budget.charge(1));
    }
  }

  /// One planner, one consumer that releases in order and charges, sizes a thousandfold apart.
  @Test
  void theLimitIsNeverExceededAndNobodyStarves() {
    Property.check(
        60,
        (random, _) -> {
          long[] sizes = new long[30];
          long largest = 0;
          for (int i = 0; i < sizes.length; i++) {
            sizes[i] = 1 + random.nextLong(SMALLEST << random.nextInt(6));
            largest = Math.max(largest, Budget.grantFor(sizes[i]));
          }
          long limit = largest + (random.nextBoolean() ? 0 : random.nextLong(2 * largest));
          AtomicLong mostHeld = new AtomicLong();
          try (Budget budget = new Budget(tasks, limit, largest)) {
            Deque<Block> lent = new ArrayDeque<>();
            CountDownLatch planned = new CountDownLatch(1);
            Thread planner = Thread.ofVirtual().start(() -> plan(budget, sizes, lent, planned));
            consume(budget, sizes.length, lent, random, mostHeld);
            assertTrue(planned.await(30, TimeUnit.SECONDS));
            planner.join();
            assertTrue(budget.peak() <= limit, () -> budget.peak() + " of " + limit);
            assertTrue(mostHeld.get() <= limit, () -> mostHeld + " of " + limit);
          }
          assertEquals(0, held());
        });
  }

  private static void plan(Budget budget, long[] sizes, Deque<Block> lent, CountDownLatch planned) {
    try {
      for (long size : sizes) {
        Block block = take(budget, size);
        synchronized (lent) {
          lent.add(block);
        }
      }
      planned.countDown();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void consume(
      Budget budget, int blocks, Deque<Block> lent, SplittableRandom random, AtomicLong mostHeld) {
    long charged = 0;
    for (int consumed = 0; consumed < blocks; ) {
      Block block;
      synchronized (lent) {
        block = lent.poll();
      }
      if (block == null) {
        Thread.onSpinWait();
        continue;
      }
      consumed++;
      try {
        long bytes = random.nextLong(SMALLEST);
        budget.charge(bytes);
        charged += bytes;
      } catch (IllegalStateException _) {
        budget.charge(-charged);
        charged = 0;
      }
      mostHeld.accumulateAndGet(held() + charged, Math::max);
      budget.release(block);
    }
    budget.charge(-charged);
  }
}
