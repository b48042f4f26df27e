package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.order.OrderedRows;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Loaders with an order stay right, and stay within their budget, whatever is done to them on the
/// way: closed, left, starved or failed.
class PipelineStressTest {
  private static void delay(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    if (random.nextInt(3) == 0) {
      LockSupport.parkNanos(random.nextInt(300_000));
    }
  }

  private static void delays(LoaderCase choice, long seed) {
    for (MemFile file : choice.files()) {
      file.probe((point, split) -> delay(seed ^ (point.name().hashCode() + split)));
    }
  }

  private static List<Long> numbers(Batch batch) {
    List<Long> numbers = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      numbers.add(batch.rowNumber(row));
    }
    return numbers;
  }

  private static void checkStep(OrderedRows expected, Batch batch, int rank, int world) {
    int step = (int) batch.step();
    assertEquals(expected.rows(batch.epoch(), step, rank, world), numbers(batch));
    Ids.check(batch);
  }

  @Test
  @Timeout(60)
  void closeIsSafeAtAThousandRandomMoments() {
    Property.check(
        1000,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset =
                choice.dataset(random.nextBoolean() ? folder.open() : folder.openNear());
            DataLoader loader =
                choice
                    .loader(dataset, 0, 1)
                    .threads(1 + random.nextInt(3))
                    .prefetch(1 + random.nextInt(6))
                    .build();
            delays(choice, random.nextLong());
            FutureTask<Long> consumer = new FutureTask<>(() -> readUntilClosed(loader));
            Thread.ofPlatform().daemon().start(consumer);
            LockSupport.parkNanos(random.nextInt(1 << random.nextInt(10, 22)));
            loader.close();
            consumer.get(30, TimeUnit.SECONDS);
          }
          for (MemFile file : choice.files()) {
            assertEquals(0, file.openSources(), "open sources of " + file);
            assertEquals(0, file.openIterators(), "open reads of " + file);
          }
        });
  }

  @Test
  @Timeout(60)
  void anInterruptAtARandomMomentEndsTheLoopOrNothing() {
    Property.check(
        300,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          OrderedRows expected = choice.expected();
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset =
                choice.dataset(random.nextBoolean() ? folder.open() : folder.openNear());
            DataLoader loader =
                choice.loader(dataset, 0, 1).prefetch(1 + random.nextInt(6)).build();
            delays(choice, random.nextLong());
            FutureTask<Boolean> consumer =
                new FutureTask<>(() -> readUntilInterrupted(loader, expected));
            Thread thread = Thread.ofPlatform().daemon().start(consumer);
            LockSupport.parkNanos(random.nextInt(1 << random.nextInt(10, 22)));
            thread.interrupt();
            assertTrue(consumer.get(30, TimeUnit.SECONDS));
          }
          for (MemFile file : choice.files()) {
            assertEquals(0, file.openSources(), "open sources of " + file);
            assertEquals(0, file.openIterators(), "open reads of " + file);
          }
        });
  }

  /// Whether what was read is right, and an interrupt was told as it should be.
  private static boolean readUntilInterrupted(DataLoader loader, OrderedRows expected) {
    try (loader) {
      for (Batch batch : loader) {
        checkStep(expected, batch, 0, 1);
      }
      return true;
    } catch (UncheckedIOException e) {
      return e.getCause() instanceof InterruptedIOException && Thread.interrupted();
    }
  }

  @Test
  @Timeout(60)
  void twoHundredRunsUnderRandomDelaysGiveOneOrder() {
    Property.check(
        2,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          Set<List<Long>> orders = new HashSet<>();
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset = choice.dataset(folder.open());
            for (int run = 0; run < 200; run++) {
              delays(choice, random.nextLong());
              orders.add(order(choice, dataset, random));
            }
          }
          assertEquals(1, orders.size());
        });
  }

  private static List<Long> order(LoaderCase choice, Dataset dataset, SplittableRandom random) {
    List<Long> order = new ArrayList<>();
    try (DataLoader loader =
        choice
            .loader(dataset, 0, 1)
            .threads(1 + random.nextInt(32))
            .prefetch(1 + random.nextInt(64))
            .build()) {
      for (Batch batch : loader) {
        order.addAll(numbers(batch));
        order.add(-1L);
      }
    }
    return order;
  }

  private static long readUntilClosed(DataLoader loader) {
    long steps = 0;
    try {
      for (Batch batch : loader) {
        for (long id : batch.longs("id").toArray()) {
          assertTrue(id >= 0 && id < 1 << 20, () -> "a row of nowhere: " + id);
        }
        steps++;
      }
    } catch (IllegalStateException e) {
      return steps;
    }
    return steps;
  }

  @Test
  @Timeout(30)
  void theSmallestBudgetIsEnoughForEveryOrder() {
    Property.check(
        120,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          int world = 1 + random.nextInt(random.nextBoolean() ? 1 : 5);
          int rank = random.nextInt(world);
          int prefetch = 1 + random.nextInt(20);
          int threads = 1 + random.nextInt(4);
          OrderedRows expected = choice.expected();
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset =
                choice.dataset(random.nextBoolean() ? folder.open() : folder.openNear());
            long limit = smallest(choice, dataset, rank, world);
            delays(choice, random.nextLong());
            try (DataLoader loader =
                choice
                    .loader(dataset, rank, world)
                    .threads(threads)
                    .prefetch(prefetch)
                    .memoryBudget(String.valueOf(limit))
                    .build()) {
              for (Batch batch : loader) {
                checkStep(expected, batch, rank, world);
              }
              assertTrue(
                  loader.budget.peak() <= limit, () -> loader.budget.peak() + " of " + limit);
            }
          }
        });
  }

  /// The smallest budget that is not refused; in file order with room for a batch that lies in
  /// several splits, which is refused only when it comes.
  private static long smallest(LoaderCase choice, Dataset dataset, int rank, int world) {
    boolean inFileOrder = world == 1 && choice.shuffle() == Shuffle.none() && choice.lanes() == 1;
    return LeastBudget.of(() -> choice.loader(dataset, rank, world)) + (inFileOrder ? 1 << 20 : 0);
  }

  @Test
  @Timeout(30)
  void epochsThatAreLeftEarlyDoNotDisturbTheNext() {
    Property.check(
        70,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          OrderedRows expected = choice.expected();
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset =
                choice.dataset(random.nextBoolean() ? folder.open() : folder.openNear());
            long limit = smallest(choice, dataset, 0, 1);
            delays(choice, random.nextLong());
            try (DataLoader loader =
                dataset
                    .loader(1)
                    .globalBatch(choice.globalBatch())
                    .epochs(12)
                    .shuffle(choice.shuffle())
                    .window(choice.window())
                    .lanes(choice.lanes())
                    .remainder(choice.remainder())
                    .prefetch(1 + random.nextInt(9))
                    .memoryBudget(String.valueOf(limit))
                    .build()) {
              for (Epoch epoch : loader.epochs()) {
                int stop = random.nextInt(1 + 2 * (int) loader.steps());
                if (random.nextInt(4) == 0) {
                  continue;
                }
                for (Batch batch : epoch) {
                  assertEquals(epoch.number(), batch.epoch());
                  checkStep(expected, batch, 0, 1);
                  if (batch.step() == stop) {
                    break;
                  }
                }
              }
              assertTrue(
                  loader.budget.peak() <= limit, () -> loader.budget.peak() + " of " + limit);
            }
          }
        });
  }

  @Test
  @Timeout(30)
  void aFailureAnywhereIsNamedAfterStepsThatWereRight() {
    Property.check(
        80,
        (random, _) -> {
          LoaderCase choice = LoaderCase.random(random);
          OrderedRows expected = choice.expected();
          Point where = List.of(Point.OPEN, Point.READ, Point.ADVANCE).get(random.nextInt(3));
          MemFile bad = choice.files().get(random.nextInt(choice.files().size()));
          int badSplit = random.nextInt(8);
          IOException failure = new IOException("broken");
          try (MemFolder folder = MemFolder.of(choice.files().toArray(MemFile[]::new))) {
            Dataset dataset =
                choice.dataset(random.nextBoolean() ? folder.open() : folder.openNear());
            DataLoader.Builder options =
                choice.loader(dataset, 0, 1).prefetch(1 + random.nextInt(9));
            long delays = random.nextLong();
            int steps = -1;
            for (int again = 0; again < 3; again++) {
              try (DataLoader loader = options.build()) {
                long schedule = delays + again;
                bad.probe((point, split) -> {
                  delay(schedule ^ (point.name().hashCode() + split));
                  if (point == where && (split < 0 || split == badSplit)) {
                    throw failure;
                  }
                });
                int delivered = deliveredBefore(failure, loader, expected);
                assertTrue(steps < 0 || steps == delivered, "another schedule, another step");
                steps = delivered;
              }
              bad.probe((_, _) -> {});
              for (MemFile file : choice.files()) {
                assertEquals(0, file.openSources(), "open sources of " + file);
                assertEquals(0, file.openIterators(), "open reads of " + file);
              }
            }
          }
        });
  }

  private static int deliveredBefore(IOException failure, DataLoader loader, OrderedRows expected) {
    int delivered = 0;
    Iterator<Batch> batches = loader.iterator();
    while (batches.hasNext()) {
      Batch batch;
      try {
        batch = batches.next();
      } catch (RuntimeException e) {
        assertEquals(failure, e.getCause());
        return delivered;
      }
      checkStep(expected, batch, 0, 1);
      delivered++;
    }
    assertFalse(batches.hasNext());
    return delivered;
  }
}
