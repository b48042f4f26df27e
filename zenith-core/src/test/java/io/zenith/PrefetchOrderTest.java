package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.util.Iterator;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// Splits that are fetched and decoded in any order come in theirs.
class PrefetchOrderTest {

  @Test
  void rowsComeInOrderUnderTwoHundredSchedules() {
    Property.check(
        200,
        (random, number) -> {
          MemFile[] files = {random("a.mem", random, 0), null};
          long rows = rows(files[0]);
          files[1] = random("b.mem", random, rows);
          rows += rows(files[1]);
          long delays = random.nextLong();
          for (MemFile file : files) {
            file.probe((point, split) -> delay(delays ^ (point.name().hashCode() * 31L + split)));
          }
          int depth = 1 + random.nextInt(12);
          int batchSize = 1 + random.nextInt(9);
          try (MemFolder folder = MemFolder.of(files);
              DataLoader loader =
                  open(folder, number).loader(batchSize).prefetch(depth).epochs(2).build()) {
            long seen = 0;
            for (Batch batch : loader) {
              Ids.check(batch);
              seen += batch.rows();
              if (number % 4 == 0) {
                delay(delays ^ seen);
              }
            }
            assertEquals(2 * rows, seen);
          }
        });
  }

  private static Dataset open(MemFolder folder, long number) throws IOException {
    return number % 2 == 0 ? folder.open() : folder.openNear();
  }

  private static MemFile random(String name, SplittableRandom random, long from) {
    int[] rows = random.ints(1 + random.nextInt(20), 0, 12).toArray();
    return Ids.file(name, true, from, rows);
  }

  private static long rows(MemFile file) throws Exception {
    try (MemFolder folder = MemFolder.of(file)) {
      return folder.open().rowCount();
    }
  }

  /// None, some, or many microseconds.
  private static void delay(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int kind = random.nextInt(4);
    if (kind > 0) {
      LockSupport.parkNanos(random.nextInt(kind == 1 ? 400_000 : 50_000));
    }
  }

  @Test
  void noMoreSplitsAreOnTheirWayThanAskedFor() throws Exception {
    int[] rows = new int[40];
    java.util.Arrays.fill(rows, 1);
    MemFile file = Ids.file("a.mem", true, 0, rows);
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger consumed = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    file.probe((point, _) -> {
      if (point == Point.READ) {
        int ahead = begun.incrementAndGet() - consumed.get();
        most.accumulateAndGet(ahead, Math::max);
      }
    });
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(1).prefetch(3).build()) {
      for (Batch batch : loader) {
        Ids.check(batch);
        LockSupport.parkNanos(200_000);
        consumed.incrementAndGet();
      }
    }
    // The batch in hand has left the ring, and is counted when it is done with.
    assertTrue(most.get() <= 3 + 1, most + " splits were on their way");
    assertEquals(40, begun.get());
  }

  @Test
  void whatFollowsIsReadAheadAcrossTheEndOfAnEpoch() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 1, 1);
    CountDownLatch again = new CountDownLatch(3);
    file.probe((point, _) -> {
      if (point == Point.ADVANCE) {
        again.countDown();
      }
    });
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader =
            folder.openNear().loader(1).prefetch(2).epochs(2).cache(MemoryCache.none()).build()) {
      Iterator<Epoch> epochs = loader.epochs().iterator();
      Iterator<Batch> first = epochs.next().iterator();
      first.next();
      first.next();
      // Nobody has begun the second epoch: the end of the first takes one slot, a split the other.
      assertTrue(again.await(30, TimeUnit.SECONDS));
      long rows = 0;
      for (Batch batch : epochs.next()) {
        assertEquals(rows++, batch.rowNumber(0));
        Ids.check(batch);
      }
      assertEquals(2, rows);
    }
  }

  @Test
  void theRestOfAnEpochThatIsLeftEarlyIsNotRead() throws Exception {
    int[] rows = new int[40];
    java.util.Arrays.fill(rows, 1);
    MemFile file = Ids.file("a.mem", true, 0, rows);
    AtomicInteger last = new AtomicInteger();
    file.probe((point, split) -> {
      if (point == Point.READ && split == 39) {
        last.incrementAndGet();
      }
    });
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader =
            folder.openNear().loader(1).prefetch(2).epochs(3).cache(MemoryCache.none()).build()) {
      for (Epoch epoch : loader.epochs()) {
        Iterator<Batch> batches = epoch.iterator();
        for (int step = 0; step < (epoch.number() == 1 ? 3 : 40); step++) {
          assertEquals(step, batches.next().rowNumber(0));
        }
      }
    }
    assertEquals(2, last.get());
  }

  @Test
  void rowsThatAreDroppedAtTheEndOfAnEpochAreNotThoseOfTheNext() throws Exception {
    for (boolean decoding : new boolean[] {true, false}) {
      MemFile file = Ids.file("a.mem", decoding, 0, 3, 2, 0, 1, 1);
      try (MemFolder folder = MemFolder.of(file);
          DataLoader loader =
              folder.openNear().loader(4).remainder(Remainder.DROP).epochs(3).build()) {
        int steps = 0;
        for (Batch batch : loader) {
          assertEquals(0, batch.rowNumber(0));
          Ids.check(batch);
          steps++;
        }
        assertEquals(3, steps);
      }
    }
  }

  @Test
  void splitsAreFetchedWhileOthersAreBeingFetched() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 1, 1, 1, 1);
    CountDownLatch together = new CountDownLatch(4);
    file.probe((point, _) -> {
      if (point == Point.READ) {
        together.countDown();
        try {
          assertTrue(together.await(30, TimeUnit.SECONDS), "fetched one after the other");
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    });
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(4).prefetch(4).build()) {
      Ids.check(loader.iterator().next());
    }
  }

  @Test
  void aMappedFileTakesNoDetourThroughThreads() throws Exception {
    Thread[] reader = new Thread[1];
    MemFile file = Ids.file("a.mem", false, 0, 1, 1);
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(1).build()) {
      file.probe((_, _) -> reader[0] = Thread.currentThread());
      loader.forEach(Ids::check);
      assertEquals(Thread.currentThread(), reader[0]);
      assertEquals(0, loader.budget.peak());
    }
  }

  @Test
  void splitsAreFetchedOnVirtualThreadsAndDecodedOnPlatformThreads() throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 1, 1);
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(1).build()) {
      file.probe((point, _) -> {
        boolean virtual = Thread.currentThread().isVirtual();
        if ((point == Point.READ && !virtual) || (point == Point.ADVANCE && virtual)) {
          throw new IllegalStateException(point + " on " + Thread.currentThread());
        }
      });
      loader.forEach(Ids::check);
    }
  }
}
